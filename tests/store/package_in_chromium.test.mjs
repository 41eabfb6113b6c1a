// The store's package in a window of Chromium (support/store_package.mjs).
// lane: screen
import { chromiumWindow } from "./support/chromium_window.mjs";
import { testStorePackage } from "./support/store_package.mjs";

testStorePackage("chromium", chromiumWindow);
