// Lets node:test run the TypeScript of the pages, as that of the extension.
import "../../extension/support/register.mjs";
