// Whether a document asks for a password.

/** By the prototype: a page may have a form named like the method. */
const { querySelectorAll } = Document.prototype;

/** True for a password field that is shown, or that belongs to a form, shown or not yet. */
export function hasLoginForm(document: Document): boolean {
  const fields = querySelectorAll.call(document, "input[type=password i]");
  return Array.from(fields).some(
    (field) => field instanceof HTMLInputElement && (field.form !== null || field.checkVisibility()),
  );
}
