import assert from "node:assert/strict";
import { test } from "node:test";
import { isNextSign, kindsSetApart, namesPager, plainWords, promiseOf, saysAccept, saysNext, tellsOfTracking } from "../../../extension/src/content/promises.ts";

const facts = (given) => ({ text: "", label: "", names: "", rel: "", download: false, ...given });
const text = (words) => promiseOf(facts({ text: words }));

test("texts that promise a file, in six languages and by its type", () => {
  for (const words of ["Download", "Export table", "Télécharger", "Herunterladen", "Descargar datos", "Scarica",
    "Baixar", "Exportar", "CSV", "as XLSX", "Data (pdf)", "GeoJSON"]) {
    assert.equal(text(words), "file", words);
  }
});

test("texts that promise more links", () => {
  for (const words of ["Load more", "Show 20 more results", "More", "Voir plus", "Charger la suite", "Mehr anzeigen",
    "Weitere Ergebnisse laden", "Cargar más", "Ver todos", "Mostra altri", "Carica di più", "Carregar mais", "Ver tudo"]) {
    assert.equal(text(words), "more", words);
  }
});

test("names and labels count where there is no text", () => {
  assert.equal(promiseOf(facts({ names: "icon btn-exportCsv" })), "file");
  assert.equal(promiseOf(facts({ label: "Télécharger le tableau" })), "file");
  assert.equal(promiseOf(facts({ names: "feed__load-more" })), "more");
  assert.equal(promiseOf(facts({ rel: "nofollow NEXT" })), "more");
  assert.equal(promiseOf(facts({ download: true })), "file");
});

test("a search promises no file, whatever its class is called", () => {
  assert.equal(promiseOf(facts({ text: "SearchK", label: "Search", names: "DocSearch DocSearch-Button" })), null);
  assert.equal(promiseOf(facts({ text: "Search the CSV", names: "DocSearch" })), "file");
});

test("what must never be pressed is not, whatever else it says", () => {
  for (const words of ["Delete CSV", "Log out", "Buy the PDF", "Supprimer le fichier PDF", "Abmelden", "Löschen: CSV",
    "Cerrar sesión", "Acquista PDF", "Print PDF", "Upload CSV", "Excluir XLSX", "Add PDF to cart"]) {
    assert.equal(text(words), null, words);
  }
  assert.equal(promiseOf(facts({ text: "CSV", names: "btn-delete" })), null);
});

test("what promises nothing is left alone", () => {
  for (const words of ["About", "Menu", "Moreover", "Csvoboda", "Accept all", "Close", ""]) assert.equal(text(words), null, words);
  assert.equal(text(`Download ${"and read ".repeat(20)}`), null, "a block of text is no button");
});

test("words are compared without accents and signs", () => {
  assert.equal(plainWords("  Télé-charger:\nÖFFNEN! "), "tele charger offnen");
});

test("labels that lead to the next page, in six languages and by a sign", () => {
  for (const label of ["Next", "Go to next page", "Suivant", "Page suivante", "Weiter", "Nächste Seite", "Siguiente",
    "Successiva", "Próxima página"]) {
    assert.equal(saysNext(label), true, label);
  }
  for (const label of ["Previous", "Next step", "Nextcloud", "Weitere", ""]) assert.equal(saysNext(label), false, label);
  assert.equal(isNextSign(" › "), true);
  assert.equal(isNextSign("‹"), false);
});

test("who goes on there agrees to something, in ten languages", () => {
  for (const words of ["Accept and continue", "I agree – continue", "Accepter et continuer", "Akzeptieren und weiter", "Acepto y continuar", "Accetta e continua",
    "Aceito e continuar", "Akkoord en doorgaan", "Zgadzam się, dalej", "同意して続ける", "同意并继续"]) assert.equal(saysAccept(words), "onward", words);
  for (const words of ["I agree", "Accept", "Ich stimme zu", "J’accepte", "Acepto", "Accetto i termini", "Concordo", "Ik ga akkoord", "Akceptuję", "同意する", "我同意"]) {
    assert.equal(saysAccept(words), "alone", words);
  }
  for (const words of ["Accept all cookies", "Accept all", "Alle akzeptieren", "Continue", "Acceptance tests, continued", "I do not agree", "不同意", "すべて同意", "Agreements"]) {
    assert.equal(saysAccept(words), null, words);
  }
  assert.ok(tellsOfTracking("We value your privacy"));
  assert.ok(!tellsOfTracking("By downloading you accept the licence."));
});

test("names tell pagers from what turns pictures and days", () => {
  for (const names of ["paginate_button next", "page-link", "ui-pager", "dataTables_paginate", "mat-paginator"]) {
    assert.equal(namesPager(names), true, names);
  }
  for (const names of ["page", "homepage link", "spager"]) assert.equal(namesPager(names), false, names);
  for (const names of ["slick-next", "carousel-control", "flex-next", "swiper-button-next"]) assert.deepEqual([...new Set(kindsSetApart(names))], ["show"], names);
  assert.deepEqual(kindsSetApart("cookie-banner gdpr"), ["cookies", "cookies"]);
  assert.deepEqual(kindsSetApart("ui-datepicker-next"), ["datepicker"]);
  for (const names of ["flex flex-row", "next", "list"]) assert.deepEqual(kindsSetApart(names), [], names);
});
