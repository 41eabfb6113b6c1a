export { default } from "./web-ext.config.js";
