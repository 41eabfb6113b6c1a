// The extension's TypeScript runs here as in its unit tests.
import "../../unit/extension/support/register.mjs";
