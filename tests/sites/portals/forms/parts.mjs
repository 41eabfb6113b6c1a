// Forms as HTML.
import { escapeHtml } from '../pages.mjs';

/** `choices`: [value, words]; the first is what stands there when nothing was chosen. */
export function select(name, label, choices, chosen = '') {
  const options = choices.map(([value, words]) => `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(words)}</option>`);
  return `<label for="${name}">${escapeHtml(label)}</label> <select id="${name}" name="${name}">${options.join('')}</select>`;
}

export const anyOf = (values) => [['', 'Any'], ...values.map((value) => [value, value])];

export function field(name, label, { type = 'text', value = '' } = {}) {
  return `<label for="${name}">${escapeHtml(label)}</label> <input id="${name}" type="${type}" name="${name}" value="${escapeHtml(value)}">`;
}

export const hidden = (name, value) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

export function form(action, inputs, { method = 'get', submit = 'Search', id = '', role = '' } = {}) {
  return `<form action="${action}" method="${method}"${id && ` id="${id}"`}${role && ` role="${role}"`}>`
    + `${inputs.map((input) => (input.startsWith('<input type="hidden"') ? input : `<p>${input}</p>`)).join('\n')}<button type="submit">${submit}</button></form>`;
}
