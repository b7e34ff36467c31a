import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { buildLienHolderIndex, searchLienHolders } from './search.ts';

const names =
  `Access Credit Union; Affinity Credit Union; Ally Credit Canada; Alterna Savings; Assiniboine Credit Union; ATB Financial;
  Audi Finance; AutoCapital Canada Inc.; Axis Auto Finance; Bank of Nova Scotia; Banque Laurentienne du Canada;
  Banque Nationale du Canada; BMO Automotive Finance; BMO Bank of Montreal; BMW Financial Services Canada; Bridgewater Bank;
  Caisse d'économie solidaire Desjardins; Caisse Desjardins de Gatineau; Caisse Desjardins de Lévis; Caisse Desjardins de Rimouski;
  Canadian Imperial Bank of Commerce; Canadian Western Bank; Carfinco Financial Group Inc.; CIBC; Coast Capital Savings;
  Coastal Financial Credit Union; Conexus Credit Union; connectFirst Credit Union; Daimler Truck Financial Services Canada; Desjardins;
  DUCA Financial Services Credit Union; East Coast Credit Union; Eden Park Inc.; EQ Bank; Fédération des caisses Desjardins du Québec;
  FirstOntario Credit Union; Ford Credit Canada Company; General Bank of Canada; GM Financial Canada; goeasy Ltd.;
  Harley-Davidson Financial Services Canada; Honda Canada Finance Inc.; Hyundai Capital Canada Inc.; iA Auto Finance;
  Infiniti Financial Services; Innovation Credit Union; Kia Motors Finance; Laurentian Bank of Canada; LendCare Capital Inc.;
  Lexus Financial Services; Libro Credit Union; Mazda Financial Services; Mercedes-Benz Financial Services Canada Corporation;
  Meridian Credit Union; Mitsubishi Motors Financial Services; National Bank of Canada; Newfoundland and Labrador Credit Union;
  Nissan Canada Financial Services Inc.; Northlake Financial; Porsche Financial Services Canada; President's Choice Bank;
  Provincial Credit Union; RBC Automotive Finance; RBC Royal Bank; Rifco National Auto Finance Corporation; Royal Bank of Canada;
  Santander Consumer Canada; Scotia Dealer Advantage Inc.; Scotiabank; Scotiabank Automotive Finance; Servus Credit Union;
  Steinbach Credit Union; Subaru Financial Services; TD Auto Finance (Canada) Inc.; Toronto-Dominion Bank; Toyota Credit Canada Inc.;
  UNI Coopération financière; Vancity (Vancouver City Savings Credit Union); Volkswagen Finance; VW Credit Canada Inc.`
    .split(';')
    .map((name) => name.trim().replace(/\s+/g, ' '));

const index = buildLienHolderIndex(names.map((name, at) => ({ id: `lh-${at}`, name })));
const search = (text: string, limit?: number) => searchLienHolders(index, text, limit).map((row) => row.name);

const expected: readonly (readonly [typed: string, first: string])[] = [
  // as it is written, without regard to case and accents
  ['Scotiabank', 'Scotiabank'],
  ['TOYOTA CREDIT CANADA INC.', 'Toyota Credit Canada Inc.'],
  ['cooperation financiere', 'UNI Coopération financière'],
  ['Coope\u0301ration', 'UNI Coopération financière'],
  ['federation des caisses', 'Fédération des caisses Desjardins du Québec'],
  ['banque nationale', 'Banque Nationale du Canada'],
  ['national bank', 'National Bank of Canada'],
  ['presidents choice', "President's Choice Bank"],
  ['president’s choice', "President's Choice Bank"],
  ['cibc', 'CIBC'],
  ['C.I.B.C.', 'CIBC'],
  ['uni', 'UNI Coopération financière'],
  ['atb', 'ATB Financial'],
  ['newfoundland & labrador', 'Newfoundland and Labrador Credit Union'],
  // The beginnings of words suffice.
  ['scot', 'Scotiabank'],
  ['caisse desj', 'Caisse Desjardins de Lévis'],
  ['caisse desj gat', 'Caisse Desjardins de Gatineau'],
  ['toy', 'Toyota Credit Canada Inc.'],
  ['merc ben', 'Mercedes-Benz Financial Services Canada Corporation'],
  ['hon can', 'Honda Canada Finance Inc.'],
  ['vanc', 'Vancity (Vancouver City Savings Credit Union)'],
  ['first ont', 'FirstOntario Credit Union'],
  // Typing errors are forgiven.
  ['scotai bank', 'Scotiabank'],
  ['scotiabnk', 'Scotiabank'],
  ['cotiabank', 'Scotiabank'],
  ['dejardins', 'Desjardins'],
  ['desjardin', 'Desjardins'],
  ['desjardns levis', 'Caisse Desjardins de Lévis'],
  ['dejard', 'Desjardins'],
  ['toyta', 'Toyota Credit Canada Inc.'],
  ['toyota credti', 'Toyota Credit Canada Inc.'],
  ['hunday', 'Hyundai Capital Canada Inc.'],
  ['hyundia', 'Hyundai Capital Canada Inc.'],
  ['hundai', 'Hyundai Capital Canada Inc.'],
  ['mercedez', 'Mercedes-Benz Financial Services Canada Corporation'],
  ['volkswagon', 'Volkswagen Finance'],
  ['mitsubshi', 'Mitsubishi Motors Financial Services'],
  ['assinaboine', 'Assiniboine Credit Union'],
  ['stienbach', 'Steinbach Credit Union'],
  ['meridien credit', 'Meridian Credit Union'],
  ['nisan', 'Nissan Canada Financial Services Inc.'],
  ['frod', 'Ford Credit Canada Company'],
  ['subura', 'Subaru Financial Services'],
  ['suburu', 'Subaru Financial Services'],
  ['porshe', 'Porsche Financial Services Canada'],
  ['santandar', 'Santander Consumer Canada'],
  ['laurentien bank', 'Laurentian Bank of Canada'],
  ['harly davidson', 'Harley-Davidson Financial Services Canada'],
  // The order of words does not matter.
  ['credit toyota', 'Toyota Credit Canada Inc.'],
  ['finance honda', 'Honda Canada Finance Inc.'],
  ['montreal bank', 'BMO Bank of Montreal'],
  ['union credit meridian', 'Meridian Credit Union'],
  ['nova scotia bank', 'Bank of Nova Scotia'],
  // joined and split
  ['td auto', 'TD Auto Finance (Canada) Inc.'],
  ['tdauto', 'TD Auto Finance (Canada) Inc.'],
  ['t.d. auto', 'TD Auto Finance (Canada) Inc.'],
  ['scotia bank', 'Scotiabank'],
  ['lend care', 'LendCare Capital Inc.'],
  ['auto capital', 'AutoCapital Canada Inc.'],
  ['connect first', 'connectFirst Credit Union'],
  ['royalbank', 'Royal Bank of Canada'],
  ['generalbankofcanada', 'General Bank of Canada'],
  ['mercedesbenz', 'Mercedes-Benz Financial Services Canada Corporation'],
  ['go easy', 'goeasy Ltd.'],
  ['coastcapital', 'Coast Capital Savings'],
  // A word too many does not hide the name.
  ['toyota financial', 'Toyota Credit Canada Inc.'],
  ['toyota credit canada inc, 123 main street', 'Toyota Credit Canada Inc.'],
  ['ford motor credit', 'Ford Credit Canada Company'],
  ['vancity credit union', 'Vancity (Vancouver City Savings Credit Union)'],
];

for (const [typed, first] of expected) {
  test(`"${typed}" finds ${first} first`, () => {
    assert.equal(search(typed)[0], first, search(typed).slice(0, 4).join(' | '));
  });
}

test('nonsense finds nothing', () => {
  for (const text of [
    'zzzqqq',
    'zzz',
    'test',
    'lloyds',
    'xqj',
    'qwrtpsdf',
    'asdfgh',
    '',
    '   ',
    '---',
    '🚗🚗🚗',
    '東京銀行',
    '%%%',
    "' OR 1=1",
  ]) {
    assert.deepEqual(search(text), [], text);
  }
});

test('a common word finds every name that has it, at most as many as asked for', () => {
  assert.equal(search('credit union').length, names.filter((name) => name.includes('Credit Union')).length);
  assert.equal(search('credit union', 3).length, 3);
  assert.deepEqual(search('credit union', 3), search('credit union').slice(0, 3));
  assert.deepEqual(search('credit union', 0), []);
  const many = buildLienHolderIndex(
    Array.from({ length: 200 }, (_, at) => ({ id: `${at}`, name: `Sample Bank ${at}` })),
  );
  assert.equal(searchLienHolders(many, 'sample bank').length, 50);
});

test('equal matches come in the order of name and id, however the list was ordered', () => {
  const rows = ['c', 'a', 'b'].map((id) => ({ id, name: 'Sample Bank' }));
  for (const list of [rows, rows.toReversed()]) {
    const found = searchLienHolders(buildLienHolderIndex(list), 'sample');
    assert.deepEqual(
      found.map((row) => row.id),
      ['a', 'b', 'c'],
    );
  }
});

test('an empty list finds nothing', () => {
  assert.deepEqual(searchLienHolders(buildLienHolderIndex([]), 'toyota'), []);
});

test('any text is safe to search for and to list', () => {
  const text = fc.string({ unit: 'binary', maxLength: 250 });
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), (typed, listed) => {
      assert.ok(searchLienHolders(index, typed).length <= 50);
      const own = buildLienHolderIndex(listed.map((name, at) => ({ id: `${at}`, name })));
      assert.ok(searchLienHolders(own, typed).length <= listed.length);
    }),
  );
});

test('every name finds itself first', () => {
  for (const name of names) assert.equal(search(name)[0], name);
});
