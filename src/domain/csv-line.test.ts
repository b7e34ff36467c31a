import assert from 'node:assert/strict';
import test from 'node:test';
import { csvLine } from './csv-line.ts';

test('commas, quotes and line breaks are quoted, and a line ends with CR and LF', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 12]), 'a,"b,c","say ""hi""","two\nlines",,12\r\n');
});

test('what a spreadsheet would run as a formula is made text', () => {
  for (const text of ['=1+1', '+1 416 555 0100', '-2', '@SUM(A1)', '\t=1', ' =1', '＝1'])
    assert.match(csvLine([text]), /^"?'/, text);
  assert.equal(csvLine(['Acme;=1+1; -2;x']), "Acme;'=1+1;' -2;x\r\n");
  assert.equal(csvLine(['Acme;"=1+1;x']), '"Acme;\'""=1+1;x"\r\n');
  assert.equal(csvLine(['Acme; " "-2']), '"Acme;\' "" ""-2"\r\n');
  assert.equal(csvLine(['=HYPERLINK("x","y")']), '"\'=HYPERLINK(""x"",""y"")"\r\n');
  assert.equal(
    csvLine(['jean-marc@exemple.ca', "L'Heureux", '2024-05-01']),
    "jean-marc@exemple.ca,L'Heureux,2024-05-01\r\n",
  );
});

test('an amount has two decimals, and is a number when it is below zero, too', () => {
  assert.equal(csvLine([{ cents: 123_450 }, { cents: -5 }, { cents: 0 }]), '1234.50,-0.05,0.00\r\n');
});
