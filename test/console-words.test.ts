import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { makeFormat } from '../console/src/kit/format.ts';
import { formatFacts } from '../console/src/kit/format-facts.ts';
import { en, fr } from '../console/src/words/dictionary.ts';
import * as texts from '../console/src/words/texts.ts';
import { fr as shop } from '../examples/storefront/web/src/words/fr.ts';
import { longDate } from '../examples/storefront/web/src/words/long-date.ts';
import { payWords } from '../src/api/pay/pay-words.ts';
import { amendableFacts } from '../src/domain/policy/amendment.ts';
import { texts as checkoutTexts } from '../src/sandbox/card-processor/checkout/texts.js';

/*
 * What the service records is text in SQL and in flows. It is searched for there, so that a new event, act or fact
 * can't be shown in the console without a word in either language.
 */
const root = new URL('..', import.meta.url).pathname;
const sourceOf = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    .join('\n');

/** The statements that write audit rows, from the event to what they are read from. */
const auditRows = [
  ...sourceOf('src/store/**/*.ts').matchAll(
    /INSERT INTO audit \(application_id, event, facts\)\s+SELECT ([\s\S]+?)\s+FROM /g,
  ),
].map(([, row]) => row!);

/** What the flows note, from the event to its facts. */
const noted = [...sourceOf('src/flows/**/*.ts').matchAll(/\bnote\(tx, \{([^;]+)\}\);/g)].map(([, row]) => row!);
const notedEvents = [
  ...noted.flatMap((row) => row.match(/\bevent: '([^']+)'/)?.[1] ?? []),
  ...[...sourceOf('src/flows/**/*.ts').matchAll(/\bevent = [^;]*?'([^']+)' : '([^']+)';/g)].flatMap(
    ([, ...both]) => both,
  ),
];

/** Those that the time line makes itself. */
const ownEvents = [
  ...sourceOf('src/domain/history/time-line.ts').matchAll(/'(quoted|revised|(?:payment|document|mail|reversal) \w+)'/g),
].map(([, event]) => event!);
const endings = ['payment declined', 'payment cancelled', 'payment lapsed'];
const journal = ['captured', 'reversed', 'refunded'];

test('what an amendment changed is told in French', () => {
  for (const fact of amendableFacts) assert.ok(fr.facts.values[fact] !== undefined, fact);
  for (const name of ['number', 'madeOn', 'replacesOf', 'changed', 'documentId'])
    assert.ok(fr.facts.names[name] !== undefined, name);
});

test('the first of a month is an ordinal in French', () => {
  const day = new Date('2026-12-01T00:00:00Z');
  assert.equal(longDate('fr', day), '1er\u00a0décembre 2026');
  assert.equal(longDate('en', day), 'December\u00a01, 2026');
  assert.match(makeFormat('fr').date('2026-12-01'), /^1er déc/);
  assert.match(makeFormat('fr').shortDate('2026-12-01'), /^1er déc/);
  assert.match(makeFormat('fr').date('2026-12-11'), /^11 déc/);
  assert.match(makeFormat('en').date('2026-12-01'), /^Dec\.? 1, 2026$/);
});

test('every event of the time line has a word in both languages', () => {
  const audited = auditRows.flatMap((row) => row.split('json_build_object')[0]!.match(/'[a-z][^']+'/g) ?? []);
  const events = new Set([
    ...audited.map((text) => text.slice(1, -1)),
    ...[...notedEvents, ...ownEvents, ...endings, ...journal],
  ]);
  const found = [audited.length, notedEvents.length, ownEvents.length];
  assert.ok(audited.length >= 10 && notedEvents.length >= 12 && ownEvents.length >= 8, `they are found: ${found}`);
  for (const event of events)
    for (const [language, { sale }] of Object.entries({ en, fr }))
      assert.ok(sale.events[event] !== undefined, `${language}: ${event}`);
});

test('every fact of the time line has a French name', () => {
  const written = auditRows.flatMap((row) => [
    ...row.slice(row.indexOf('json_build_object')).matchAll(/(?:json_build_object\(|, )'(\w+)', /g),
  ]);
  const made = sourceOf('src/domain/history/time-line.ts').matchAll(/\bentry\([^{}()]*\{\s*([^{}]*?),?\s*\}\)/g);
  const flows = noted.flatMap((row) => row.match(/\bfacts: \{ ([^{}]+) \}/)?.[1]?.split(/, /) ?? []);
  assert.ok(flows.length >= 12, flows.join());
  const names = new Set([
    ...written.map(([, name]) => name!),
    ...flows.filter((one) => !one.startsWith('...')).map((one) => one.split(':')[0]!),
    ...[...made].flatMap(([, list]) => list!.split(/,\s+/).map((one) => one.split(':')[0]!)),
  ]);
  assert.ok(names.size >= 15, [...names].join());
  for (const name of [...names].filter((one) => !/ids?$/i.test(one)))
    assert.ok(fr.facts.names[name.replace(/Cents$/, '')] !== undefined, name);
});

test('no document or mail is told by its code in English', () => {
  for (const kind of [...Object.keys(en.sales.documentKinds), ...Object.keys(en.sale.mailKinds)])
    assert.match(formatFacts({ kind }, { facts: en.facts, format: makeFormat('en') }), /^[A-Z][a-z ]+$/, kind);
});

test('every act of an operator has a word in both languages', () => {
  const source = sourceOf('src/flows/**/*.ts');
  const literal = [
    ...source.matchAll(
      /(?:\baction: (?:[^';{}]+ === '\w+' \? )?|\bdone\(|\brecord\(tx, own, |\bofOperator\([^()']*, )'([a-z][^'$]+)'/g,
    ),
  ];
  const things = [...source.matchAll(/actionOf\(facts, '([^']+)'\)/g)].map(([, thing]) => thing!);
  const secrets = [...sourceOf('src/flows/credential/credentials.ts').matchAll(/words: '([^']+)'/g)].map(
    ([, what]) => what!,
  );
  assert.ok(literal.length >= 25 && things.length >= 4 && secrets.length >= 3, 'they are found where they are written');
  const acts = new Set([
    ...literal.map(([, action]) => action!),
    ...things.flatMap((thing) => [`change ${thing}`, `enable ${thing}`, `disable ${thing}`]),
    ...secrets.flatMap((secret) => [`rotate ${secret}`, `revoke previous ${secret}`]),
    ...['sales', 'policies', 'payments', 'documents'].map((what) => `export ${what}`),
    ...['dealers', 'lienholders'].map((what) => `import ${what}`),
  ]);
  for (const act of acts)
    for (const [language, { actions }] of Object.entries({ en, fr }))
      assert.ok(actions[act] !== undefined, `${language}: ${act}`);
});

test('French never breaks a line before its punctuation or inside its quotation marks', () => {
  const faults = (value: unknown, path: string): readonly string[] => {
    if (typeof value === 'string') return / [:;!?»]|« /.test(value) ? [`${path}: ${value}`] : [];
    if (typeof value === 'function') return literalsOf(String(value)).flatMap((text) => faults(text, path));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, part]) => faults(part, `${path}.${name}`));
  };
  assert.deepEqual(faults({ texts, shop, pay: payWords.fr, checkout: checkoutTexts.fr }, 'fr'), []);
});

/** The texts in the code of a function, without what is put into them. */
function literalsOf(code: string): readonly string[] {
  const without = code.replaceAll(/\$\{[^{}]*\}/g, '…');
  return without === code ? (code.match(/`[^`]*`|'[^']*'/g) ?? []) : literalsOf(without);
}
