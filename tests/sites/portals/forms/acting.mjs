// What looks like a form and does something: nobody who only reads may send it. The site notes who did.
import { field, form, hidden, select } from './parts.mjs';

/** Paths at which something happens, whatever the method. */
const kActing = /^\/(?:newsletter\/(?:un)?subscribe|logout|basket\/add|admin\/delete|records\/remove|contact\/send|vote|orders\/new)\b/;

export const isActing = (path) => kActing.test(path);

/** On every page. */
export const onEveryPage = () => [
  form('/newsletter/subscribe', [field('email', 'News by mail', { type: 'email' })], { submit: 'Subscribe', id: 'newsletter' }),
  '<a href="/logout">Log out</a> <a href="/login">Log in</a>',
].join('\n');

/** Beside a hit. */
export const besideHit = (id) => form('/basket/add', [hidden('id', id)], { submit: 'Add to basket' });

/** On a record's page. */
export const onRecord = (id) => [
  form('/admin/delete', [hidden('id', id)], { submit: 'Delete' }),
  form('/vote', [hidden('id', id), select('stars', 'Rate this record', [['1', 'one'], ['2', 'two'], ['3', 'three']])], { submit: 'Vote' }),
].join('\n');

export const contact = () => [
  form('/contact/send', [field('name', 'Your name'), '<label for="message">Message</label> <textarea id="message" name="message"></textarea>'], { submit: 'Send' }),
  form('/newsletter/unsubscribe', [field('email', 'Mail address', { type: 'email' })], { method: 'post', submit: 'Unsubscribe' }),
  form('/orders/new', [select('product', 'Printed edition', [['yearbook', 'Yearbook'], ['atlas', 'Atlas']])], { method: 'post', submit: 'Order' }),
].join('\n');

export const login = () => form('/login', [field('user', 'Name'), field('password', 'Password', { type: 'password' })], { method: 'post', submit: 'Log in' });
