// The store's package in a window of Firefox (support/store_package.mjs).
// lane: screen
import { firefoxWindow } from "./support/firefox_window.mjs";
import { testStorePackage } from "./support/store_package.mjs";

testStorePackage("firefox", firefoxWindow);
