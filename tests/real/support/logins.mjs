// Browser profiles that are logged in to an application.
import { mkdirSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { programs } from '../../e2e/support/browsers.mjs';

/** Why there can be no such profile, or undefined. */
export function browserMissing() {
  return programs.chromium ? undefined : 'chromium';
}

/**
 * Opens `url` in a Chromium with this profile, fills the form and sends it, and closes the browser.
 * `form`: { fields: { selector: text }, ticked?: selector of "stay logged in", button, done: selector that only
 * people who are logged in see }.
 */
export async function logIn(profile, url, form) {
  mkdirSync(profile, { recursive: true });
  const browser = await puppeteer.launch({
    executablePath: programs.chromium, headless: true, userDataDir: profile,
    args: ['--no-sandbox', '--disable-gpu', '--password-store=basic'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    // Scripts of login pages move the focus about, so that typed letters may go astray.
    await page.evaluate(({ fields, ticked }) => {
      for (const [selector, text] of Object.entries(fields)) document.querySelector(selector).value = text;
      if (ticked) document.querySelector(ticked).checked = true;
    }, form);
    await Promise.all([page.waitForNavigation(), page.click(form.button)]);
    await page.waitForSelector(form.done);
    // What its scripts send is the person's doing, and is to be done before.
    await page.waitForNetworkIdle();
  } finally {
    await browser.close();
  }
}
