import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleMails } from '../../../test/kit/sample-mail.ts';
import {
  quebecSale,
  type SampleCancelled,
  sampleCancellation,
  sampleCharged,
} from '../../../test/kit/sample-policy.ts';
import { sampleIssuer } from '../../documents/issuer.ts';
import type { MailKind } from '../../domain/mail/mail-kind.ts';
import type { Collected } from '../../domain/refund/collected.ts';
import type { MailFacts } from '../../store/mail/mail.ts';
import { subjectOf, writeMail } from './mail-text.ts';

const policy = sampleCharged(quebecSale);
const page = 'https://pay.example/pay/x';

function written(kind: MailKind, facts: MailFacts | null, link: string | null = null): string {
  const { subject, text, html } = writeMail({ kind, facts, link, filenames: [] }, policy, sampleIssuer);
  assert.equal(html.includes(`href="${page}"`), text.includes(page), 'text and HTML have the same link');
  assert.doesNotMatch(html, /<th(?![^>]*overflow-wrap:normal)/, 'on a phone no label is broken inside a word');
  return `${subject}\n${text}`.replaceAll('\u00a0', ' ');
}

function cancelled(changes: Partial<SampleCancelled>, link: string | null = null): string {
  const cancellation = sampleCancellation(policy, {
    kind: 'pro-rata',
    cancelledOn: '2027-11-15',
    madeOn: '2027-11-15',
    collected: { by: 'nobody' },
    ...changes,
  });
  return written('cancellation', cancellation, link);
}

const charged: Collected = { by: 'processor', toComeOn: null };

test('the policy mail names the last day to rescind, counted from the contract; a correction does not', () => {
  const mail = written('policy', null);
  assert.match(mail, /You may rescind the policy until November 25, 2026/);
  assert.match(mail, /Vous pouvez demander la résolution de la police jusqu’au 25 novembre 2026/);
  assert.doesNotMatch(written('amendment', null), /rescind|résolution/);
});

test('French names the year of a vehicle last, and a Quebec mail begins in French', () => {
  const mail = written('policy', null);
  assert.match(mail, /pour votre Toyota RAV4 2026 /);
  assert.match(mail, /for your 2026 Toyota RAV4 /);
  assert.match(mail, /\nBonjour Marie-Ève/);
  assert.ok(mail.indexOf('English version follows') > mail.indexOf('envoyé automatiquement'));
});

test('each refusal mail leads to the payment page beside the next attempt, a lapse notice too', () => {
  const { facts } = sampleMails.refusal;
  const retried = { ...facts, nextDay: '2026-12-03' } as MailFacts;
  for (const [kind, told] of [
    ['refusal', retried],
    ['refusal', facts],
    ['lapse', facts],
    ['payment link', facts],
  ] as const) {
    const linked = written(kind, told, page);
    assert.equal(linked.split(page).length - 1, 2, `${kind}: in each language`);
    assert.match(linked, /by card on this page/, kind);
    assert.match(linked, /par carte sur cette page/, kind);
    assert.doesNotMatch(linked, /contact us|communiquer avec nous/, kind);
    const alone = written(kind, told);
    assert.match(alone, /contact us/, kind);
    assert.match(alone, /communiquer avec nous/, kind);
    assert.doesNotMatch(alone, /this page|cette page|link|lien/, kind);
  }
  for (const link of [page, null]) {
    assert.match(written('refusal', retried, link), /again on December 3, 2026/);
    assert.match(written('refusal', retried, link), /la même carte le 3 décembre 2026/);
  }
});

test('no line breaks within a telephone number', () => {
  const { text } = writeMail({ kind: 'policy', facts: null, link: null, filenames: [] }, policy, sampleIssuer);
  assert.ok(text.includes(sampleIssuer.phoneNumber.replaceAll(' ', '\u00a0')));
});

test('a page to pay on is a button, and the inbox shows what happened instead of a greeting', () => {
  const { facts } = sampleMails.refusal;
  const { html } = writeMail({ kind: 'refusal', facts, link: page, filenames: [] }, policy, sampleIssuer);
  const plain = html.replaceAll('\u00a0', ' ');
  assert.match(plain, /<a class="button" href="https:\/\/pay.example\/pay\/x"[^>]*>Payer 1 919,96 \$<\/a>/);
  assert.match(plain, /<a class="button"[^>]*>Pay \$1,919.96<\/a>/);
  assert.match(
    plain,
    /<body[^>]*>\n<div aria-hidden="true" style="display:none[^>]*>Nous avons tenté de porter 1 919,96 \$/,
  );
});

test('documents are called by their names, in the language of the part', () => {
  const wording = { form: 'F.P.Q. nº 5', version: '2', language: 'fr', products: ['RPL'], id: 'x' };
  const filenames = [
    'NB-1-conditions-particulieres-modifiees.pdf',
    'NB-1-avis-de-resolution.pdf',
    'NB-1-recu-de-remboursement.pdf',
    'CreditDisclosure-fr.pdf',
    'F-P-Q-no-5-2-fr.pdf',
    'other.pdf',
  ];
  const sold = { ...policy, wordings: [wording] } as unknown as typeof policy;
  const { text } = writeMail({ kind: 'policy', facts: null, link: null, filenames }, sold, sampleIssuer);
  const lists = [...text.matchAll(/:\n((?:- .*\n?)+)/g)].map(([, list]) => list!.replaceAll('\u00a0', ' ').trim());
  assert.deepEqual(lists, [
    '- Conditions particulières modifiées\n- Avis de résolution\n- Reçu de remboursement\n- Renseignements sur le crédit\n- Libellé de la police : F.P.Q. nº 5\n- other.pdf',
    '- Amended policy declarations\n- Notice of rescission\n- Refund receipt\n- Credit disclosure\n- Policy wording: F.P.Q. nº 5\n- other.pdf',
  ]);
});

test('a cancellation for a later day is told as one: in the subject, and that cover goes on until then', () => {
  const ahead = cancelled({ madeOn: '2027-11-01', collected: charged });
  assert.match(
    ahead,
    /^Votre police NB-1234567 est résiliée à compter du 15 novembre 2027 \/ Your policy NB-1234567 is cancelled from November 15, 2027\n/,
  );
  assert.match(ahead, /is cancelled from November 15, 2027; until then it covers you\./);
  assert.match(ahead, /à compter du 15 novembre 2027; d’ici là, elle vous couvre\./);
  const due = cancelled({ collected: charged });
  assert.match(due, /^Votre police NB-1234567 est résiliée \/ Your policy NB-1234567 is cancelled\n/);
  assert.doesNotMatch(due, /until then|d’ici là/);
  for (const text of [ahead, due]) {
    assert.match(text, /The first day without cover is November 15, 2027\./);
    assert.match(text, /Refund: \$1,430\.83/);
    assert.match(text, /Remboursement : 1 430,83 \$/);
  }
});

test('a cancellation for non-payment tells the day, the amount, the last day to pay and the page', () => {
  const asked = { ground: 'NonPayment', requestedBy: 'insurer', madeOn: '2027-10-15' } as const;
  for (const link of [page, null]) {
    const mail = cancelled(asked, link);
    assert.match(
      mail,
      /prendra fin le 15 novembre 2027 \/ Unpaid: your policy NB-1234567 will end on November 15, 2027\n/,
    );
    assert.match(mail, /\$1,919\.96 has not been paid\. You may pay it until November 14, 2027/);
    assert.match(mail, /1 919,96 \$ n’a pas été payé\. Vous pouvez le payer jusqu’au 14 novembre 2027/);
    assert.match(mail, /Amount due: \$1,919\.96/);
    assert.doesNotMatch(mail, /Refund|Remboursement/);
    assert.equal(mail.split(page).length - 1, link === null ? 0 : 2);
    assert.equal(/Please contact us to pay/.test(mail), link === null);
  }
});

test('used days that are still owed are told with the page; those that are given up, and unknown money, with no amount', () => {
  const owed = cancelled({ usedDays: 'owe' }, page);
  assert.match(owed, /For the days of cover that were used, \$489\.13 is still to be paid\. You can pay by card/);
  assert.match(owed, /il reste 489,13 \$ à payer/);
  assert.equal(owed.split(page).length - 1, 2);
  for (const collected of [{ by: 'nobody' }, { by: 'unknown' }] as const)
    assert.doesNotMatch(cancelled({ collected }, page), /\$\d|\d \$|pay\.example/);
});

test('a rescission is not called a cancellation', () => {
  const mail = cancelled({ kind: 'flat', ground: 'Rescission', collected: charged });
  assert.match(mail, /^Votre police NB-1234567 est résolue \/ Your policy NB-1234567 is rescinded\n/);
  assert.match(mail, /elle est réputée n’avoir jamais existé/);
  assert.doesNotMatch(mail, /résili|cancel/);
});

test('a withdrawal says that cover continues without a break, and thanks for a payment only where there was one', () => {
  for (const withdrawnBy of ['payment', 'operator'] as const) {
    const mail = written('withdrawal', { cancelledOn: '2027-11-15', withdrawnBy });
    assert.match(mail, /cancellation of policy NB-1234567 .* on November 15, 2027, is withdrawn.*without a break/);
    assert.match(mail, /devait prendre effet le 15 novembre 2027, est retirée.*sans interruption/);
    assert.equal(/your payment of \$1,919\.96/.test(mail), withdrawnBy === 'payment');
    assert.equal(/votre paiement de 1 919,96 \$/.test(mail), withdrawnBy === 'payment');
  }
});

test('a refund’s mail says what was given back, when, and to which card or how', () => {
  const refund = { amountCents: 143_083, doneOn: '2027-11-16' } as const;
  const card = written('refund receipt', { ...refund, payee: 'Card' });
  assert.match(card, /On November 16, 2027 we gave \$1,430\.83 back to your card, Visa •••• 4242/);
  assert.match(card, /Le 16 novembre 2027, nous avons remboursé 1 430,83 \$ sur votre carte, Visa •••• 4242/);
  const cheque = written('refund receipt', { ...refund, payee: 'Customer' });
  assert.match(cheque, /\$1,430\.83 back to you, by cheque or transfer/);
  assert.doesNotMatch(cheque, /4242|business days|jours ouvrables/);
});

test('every kind of mail has a subject, also with a number, and none is written without its facts', () => {
  for (const mail of Object.values(sampleMails)) assert.match(subjectOf(mail, policy), /NB-1234567.* \/ .*NB-1234567/);
  const { facts } = sampleMails.refusal;
  assert.equal(subjectOf({ kind: 'refusal', facts }, policy), subjectOf(sampleMails.refusal, policy));
  assert.throws(() => subjectOf({ kind: 'cancellation', facts: null }, policy), /without its facts/);
});

test('the mail with the receipt for used days names what was paid, not the price', () => {
  const paidCents = (amountCents: number): string => {
    const { card } = policy.payment;
    const paid = {
      ...policy,
      payment: { ...policy.payment, card: { ...card, charge: { ...card.charge, amountCents } } },
    };
    return writeMail({ kind: 'receipt', facts: null, link: null, filenames: [] }, paid, sampleIssuer).text;
  };
  assert.match(paidCents(3_892), /Amount paid: \$38\.92/);
  assert.match(paidCents(policy.totalWithTaxCents), /Amount paid: \$[\d,]{4,}\.\d\d/);
});

test('a refusal for a policy that is cancelled does not speak of ending its cover', () => {
  const refused = { amountCents: 3_892, maskedCardNumber: '4242********9987', nextDay: null };
  assert.match(written('refusal', refused, page), /cover that stays unpaid may be ended[\s\S]+page/);
  assert.doesNotMatch(written('refusal', { ...refused, isCancelled: true }, page), /may be ended|pourrions résilier/);
});
