import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import {
  fullSale,
  notCollected,
  quebecSale,
  sampleCancellation,
  sampleCharged,
  sampleDisclosed,
  sampleFinanced,
  samplePolicy,
  sampleRefund,
} from '../../test/kit/sale/sample-policy.ts';
import { type Language, languages } from '../domain/language.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { sampleIssuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { openTypesetter } from './typesetter.ts';

// What a screen reader is told, by Poppler's `pdfinfo`.
const folder = mkdtempSync(join(tmpdir(), 'northbind-structure-'));
after(() => rmSync(folder, { recursive: true }));
const typesetter = await openTypesetter(sampleIssuer);

const words = {
  en: { title: 'Policy declarations', insured: 'Named insured', covers: 'Coverages', last: 'Sample document' },
  fr: {
    title: 'Conditions particulières',
    insured: 'Assuré désigné',
    covers: 'Couvertures',
    last: 'Document d’exemple',
  },
} as const;

for (const language of ['en', 'fr'] as const) {
  test(`a declaration is heard in the order of its page, ${language}`, () => {
    const { title, insured, covers, last } = words[language];
    const lines = structureOf({ kind: 'declaration', policy: sampleFinanced(quebecSale), language });
    const order = ['Northbind Protection', 'NB-1234567', title, insured, 'Marie-Ève Bélanger-Côté', covers, last];
    const places = order.map((text) => lines.findIndex((line) => line.trim().startsWith(`"${text}`)));
    assert.ok(!places.includes(-1), `${order[places.indexOf(-1)]} in ${lines.join('\n')}`);
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
      String(places),
    );
  });

  test(`a price is told with the heading of its column, ${language}`, () => {
    const policy = sampleFinanced(quebecSale);
    const lines = structureOf({ kind: 'declaration', policy, language });
    assert.equal(count(lines, /^ +TH\b/), 5);
    assert.equal(count(lines, /Scope \/Column/), 5);
    // The last row has the totals.
    assert.equal(count(lines, /^ +TD\b/), 5 * (policy.products.length + 1));
    assert.equal(count(lines, /Headers \[\(U\d+x\d+y0\)\]/), 5 * (policy.products.length + 1));
  });

  test(`every paper has one title, headings below it, and no text outside of the structure, ${language}`, () => {
    const charged = sampleCharged(quebecSale);
    const cancellation = sampleCancellation(charged, {
      kind: 'pro-rata',
      cancelledOn: '2027-11-15',
      madeOn: '2026-11-20',
      collected: notCollected,
      requestedBy: 'insurer',
      ground: 'NonPayment',
      usedDays: 'owe',
    });
    const requests: readonly PrintRequest[] = [
      { kind: 'declaration', policy: samplePolicy(), language },
      { kind: 'financing-letter', policy: sampleFinanced(quebecSale), language },
      { kind: 'receipt', policy: charged, language },
      { kind: 'refund-receipt', policy: charged, refund: sampleRefund, language },
      { kind: 'cancellation', policy: charged, cancellation, language },
    ];
    for (const request of requests) {
      const lines = structureOf(request);
      assert.equal(count(lines, /^ +H1\b/), 1, request.kind);
      assert.ok(count(lines, /^ +H2\b/) > 0, request.kind);
      assert.equal(count(lines, /^ {2}Span\b/), 0, `${request.kind}: ${lines.join('\n')}`);
      assert.ok(facts(lines) > 0, request.kind);
    }
  });
}

test('a name, an address and a logo are told as they are', () => {
  const { inputs } = samplePolicy();
  const applicant = { ...inputs.applicant, emailAddress: 'a.very.long.name@with.a.long.domain.example' };
  const request = {
    kind: 'declaration',
    policy: samplePolicy({ inputs: { ...inputs, applicant } }),
    language: 'en',
  } as const;
  assert.match(
    structureOf(request).join('\n').replaceAll(/"\s+"/g, ''),
    /a\.very\.long\.name@with\.a\.long\.domain\.example/,
  );
  assert.match(typesetter.print(request).toString('latin1'), /\/Alt \(Northbind Protection\)/);
});

test('both languages of a paper are told in their own', () => {
  const pdf = typesetter.print({ kind: 'declaration', policy: sampleFinanced(quebecSale), language: ['fr', 'en'] });
  const raw = pdf.toString('latin1');
  assert.match(raw, /\/Type \/Catalog[\s\S]*\/Lang \(fr-CA\)/);
  assert.match(raw, /\/Type \/StructElem[\s\S]*\/Lang \(en-CA\)/);
});

test('on further pages the head is repeated to the eye only', () => {
  const policy = samplePolicy();
  const products = Array.from({ length: 40 }, () => policy.products[0]!);
  const lines = structureOf({ kind: 'declaration', policy: { ...policy, products }, language: 'en' });
  assert.equal(count(lines, /"NB-1234567"/), 1);
  assert.equal(count(lines, /^ +TH\b/), 5);
  assert.equal(count(lines, /"Sample document/), 1);
});

test('prose is as large as the facts where the page has room, and closer where that takes a page less', () => {
  const heightsOf = (policy: Policy): readonly number[] => {
    const path = save({ kind: 'declaration', policy, language: 'fr' });
    const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' });
    return ['Lakeshore', 'Veuillez'].map((word) => {
      const [, top, bottom] = new RegExp(`yMin="([\\d.]+)"[^>]*yMax="([\\d.]+)">${word}<`).exec(stdout)!;
      return Math.round((Number(bottom) - Number(top)) * 10) / 10;
    });
  };
  const [fact, prose] = heightsOf(samplePolicy());
  assert.equal(prose, fact);
  const [ofFull, close] = heightsOf(sampleCharged(fullSale()));
  assert.equal(ofFull, fact);
  assert.ok(close! < fact!, `${close} ${fact}`);
});

test('a long French word is divided where a line ends, and is still one word', () => {
  const word = 'anticonstitutionnellement ';
  const request = disclosure(word.repeat(60), 'fr');
  const path = save(request);
  const { stdout } = spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' });
  assert.match(stdout, /\u00ad\n/);
  assert.equal(stdout.replaceAll('\u00ad\n', '').match(/anticonstitutionnellement/g)?.length, 60);
  assert.doesNotMatch(
    spawnSync('pdftotext', [save(disclosure(word.repeat(60), 'en')), '-'], { encoding: 'utf8' }).stdout,
    /\u00ad/,
  );
});

test('no line ends inside the address of a mail or a site', () => {
  const said = 'Write to service@northbind.example or visit www.payments.ca. ';
  for (const language of languages) {
    // Each time the line ends at another place.
    const body = Array.from({ length: 40 }, (_, place) => `${'so '.repeat(place % 7)}${said}`).join('');
    const { stdout } = spawnSync('pdftotext', [save(disclosure(body, language)), '-'], { encoding: 'utf8' });
    assert.equal(stdout.match(/service@northbind\.example/g)?.length, 41, 'and one in the footer');
    assert.equal(stdout.match(/www\.payments\.ca/g)?.length, 40);
  }
});

test('a long surname is parted by hyphens within its column, and is still one word', () => {
  const { inputs, ...policy } = samplePolicy();
  const lastName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
  const applicant = { ...inputs.applicant, isCompany: false, firstOrCompanyName: 'Ada', lastName };
  const path = save({ kind: 'declaration', policy: { ...policy, inputs: { ...inputs, applicant } }, language: 'en' });
  const { stdout } = spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' });
  const [name = ''] = /Wolfe\S*\u00ad\n[\s\S]*?dorff(?=\n)/.exec(stdout) ?? [];
  assert.ok(name.split('\n').length >= 3, stdout);
  assert.equal(name.replaceAll(/\u00ad|\n/g, ''), lastName);
  const boxes = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' }).stdout;
  const column = 612 / 2 - 57.6 / 2 - 84;
  for (const [, left, right] of boxes.matchAll(/xMin="([\d.]+)"[^>]*xMax="([\d.]+)"[^>]*>[^<]*(?:stein|berger)/g))
    assert.ok(Number(right) - Number(left) < column, `${left} to ${right}`);
});

function disclosure(body: string, language: Language): PrintRequest {
  const text = { kind: 'Notice', version: '1', title: { en: 'Notice', fr: 'Avis' }, body: { en: body, fr: body } };
  return { kind: 'disclosure', text, sale: sampleDisclosed(), language };
}

/** Labels, each with what it labels. */
function facts(lines: readonly string[]): number {
  assert.equal(count(lines, /^ +Lbl\b/), count(lines, /^ +LBody\b/));
  return count(lines, /^ +Lbl\b/);
}

function structureOf(request: PrintRequest): readonly string[] {
  const { stdout, status, error } = spawnSync('pdfinfo', ['-struct-text', save(request)], { encoding: 'utf8' });
  assert.equal(status, 0, `pdfinfo, of poppler-utils: ${error}`);
  return stdout.split('\n');
}

function save(request: PrintRequest): string {
  const path = join(folder, 'paper.pdf');
  writeFileSync(path, typesetter.print(request));
  return path;
}

function count(lines: readonly string[], pattern: RegExp): number {
  return lines.filter((line) => pattern.test(line)).length;
}
