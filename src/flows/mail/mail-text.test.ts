import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleMails } from '../../../test/kit/sale/sample-mail.ts';
import {
  collectedByCard,
  notCollected,
  quebecSale,
  type SampleCancelled,
  sampleCancellation,
  sampleCharged,
} from '../../../test/kit/sale/sample-policy.ts';
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

function cancelled(
  { payableUntil, ...changes }: Partial<SampleCancelled> & { readonly payableUntil?: string },
  link: string | null = null,
): string {
  const cancellation = sampleCancellation(policy, {
    kind: 'pro-rata',
    cancelledOn: '2027-11-15',
    madeOn: '2027-11-15',
    collected: notCollected,
    ...changes,
  });
  return written('cancellation', { ...cancellation, ...(payableUntil && { payableUntil }) }, link);
}

const charged: Collected = collectedByCard(policy.totalWithTaxCents);

test('the policy mail names the last day to rescind, counted from the contract; a correction does not', () => {
  const mail = written('policy', null);
  assert.match(mail, /You may rescind the policy until November 25, 2026/);
  assert.match(mail, /Vous pouvez résoudre \(annuler\) la police jusqu’au 25 novembre 2026/);
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
    '- Conditions particulières modifiées\n- Avis de résolution\n- Reçu de remboursement\n- Renseignements sur le crédit\n- Libellé de la police : F.P.Q. nº 5 (français)\n- other.pdf',
    '- Amended policy declarations\n- Notice of rescission\n- Refund receipt\n- Credit disclosure\n- Policy wording: F.P.Q. nº 5 (French)\n- other.pdf',
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

test('a customer who is no longer behind with the loan is not told of an amount that the lender has', () => {
  const facts = { cancelledOn: '2027-11-15', withdrawnBy: 'payment', paidCents: 0, dueCents: 0 } as const;
  const mail = written('withdrawal', facts);
  assert.match(mail, /The lender tells us that you are no longer behind with your loan/);
  assert.match(mail, /votre prêt n’est plus en défaut de paiement/);
  assert.doesNotMatch(mail, /\$0\.00|We have received/);
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
  const unknown = { ...notCollected, by: 'unknown', chargeCents: policy.totalWithTaxCents } as const;
  for (const collected of [notCollected, unknown] as const)
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
    const facts = { cancelledOn: '2027-11-15', withdrawnBy, paidCents: 191_996, dueCents: 0 };
    const mail = written('withdrawal', facts);
    assert.match(mail, /cancellation of policy NB-1234567 .* on November 15, 2027, is withdrawn.*without a break/);
    assert.match(mail, /devait prendre effet le 15 novembre 2027, est retirée.*sans interruption/);
    assert.equal(/We have received \$1,919\.96 from you in all/.test(mail), withdrawnBy === 'payment');
    assert.equal(/Nous avons reçu de vous 1 919,96 \$ en tout/.test(mail), withdrawnBy === 'payment');
  }
});

test('a refund’s mail says what was given back, when, and to which card or how', () => {
  const refund = { amountCents: 143_083, doneOn: '2027-11-16' } as const;
  const card = written('refund receipt', { ...refund, payee: 'Card' });
  assert.match(card, /On November 16, 2027 we refunded \$1,430\.83 to your card, Visa •••• 4242/);
  assert.match(card, /Le 16 novembre 2027, nous avons remboursé 1 430,83 \$ sur votre carte, Visa •••• 4242/);
  const cheque = written('refund receipt', { ...refund, payee: 'Customer' });
  assert.match(cheque, /\$1,430\.83 to you, by cheque or transfer/);
  assert.doesNotMatch(cheque, /4242|business days|jours ouvrables/);
});

test('every kind of mail has a subject, also with a number, and none is written without its facts', () => {
  for (const mail of Object.values(sampleMails)) assert.match(subjectOf(mail, policy), /NB-1234567.* \/ .*NB-1234567/);
  const { facts } = sampleMails.refusal;
  assert.equal(subjectOf({ kind: 'refusal', facts }, policy), subjectOf(sampleMails.refusal, policy));
  assert.throws(() => subjectOf({ kind: 'cancellation', facts: null }, policy), /without its facts/);
});

test('the mail with a receipt names what was paid, not the price, and by which way', () => {
  const paid = (by: 'card' | 'hand') => written('receipt', { amountCents: 3_892, by });
  for (const mail of [paid('card'), paid('hand')]) {
    assert.match(mail, /Amount paid: \$38\.92/);
    assert.match(mail, /Montant payé : 38,92 \$/);
    assert.doesNotMatch(mail, /1,919\.96|1 919,96/);
  }
  assert.match(paid('card'), /Your card has been charged/);
  assert.match(paid('hand'), /We have received your payment of \$38\.92/);
  assert.match(paid('hand'), /Nous avons reçu votre paiement de 38,92 \$/);
  assert.doesNotMatch(paid('hand'), /card|carte/);
});

test('a refusal for a policy that is cancelled does not speak of ending its cover', () => {
  const refused = { amountCents: 3_892, maskedCardNumber: '4242********9987', nextDay: null };
  assert.match(written('refusal', refused, page), /if it stays unpaid, your cover may be ended[\s\S]+page/);
  assert.doesNotMatch(written('refusal', { ...refused, isCancelled: true }, page), /may be ended|pourrions résilier/);
});

test('a card that was not charged because of a change of tax was not refused, and the customer is asked to write or call', () => {
  const { facts } = sampleMails.refusal;
  const told = { ...facts, isTaxChanged: true } as MailFacts;
  const mail = written('refusal', told, page);
  assert.match(
    mail,
    /^Votre carte n’a pas été débitée : police NB-1234567 \/ Your card was not charged: policy NB-1234567\n/,
  );
  assert.match(mail, /We did not charge \$1,919\.96 to your card ending in 4242 .* the tax rate has changed/);
  assert.match(mail, /Nous n’avons pas porté 1 919,96 \$ à votre carte .* le taux de taxe a changé/);
  assert.match(mail, /Please contact us now/);
  assert.match(mail, /Veuillez communiquer avec nous dès maintenant/);
  assert.doesNotMatch(mail, /refus|pay\.example/, 'its page is dead');
  assert.doesNotMatch(mail, /Amount due|Montant dû/, 'what it names is not correct any more');
  assert.doesNotMatch(
    written('refusal', { ...told, isCancelled: true } as MailFacts),
    /may be ended|pourrions résilier/,
  );
});

test('a refund that the card’s issuer does not accept is told with the amount, and that it comes by cheque or transfer', () => {
  const mail = written('refund by cheque', { redirectedCents: 143_083 });
  assert.match(
    mail,
    /^Votre remboursement .* par chèque ou par virement \/ Your refund .* is paid by cheque or transfer\n/,
  );
  assert.match(mail, /did not accept our refund of \$1,430\.83 for policy NB-1234567\. We will pay you by cheque/);
  assert.match(mail, /n’accepte pas notre remboursement de 1 430,83 \$ pour la police NB-1234567/);
  assert.doesNotMatch(mail, /business days|jours ouvrables/);
});

test('a mistake in a letter is told as one, in both languages, with what is due', () => {
  const told = { told: 'payment', amountCents: 25_000, toldOn: '2027-11-16', dueCents: 191_996 } as const;
  const payment = written('correction', told);
  assert.match(payment, /receipt for a payment of \$250\.00 on November 16, 2027 for policy NB-1234567/);
  assert.match(payment, /un paiement de 250,00 \$ fait le 16 novembre 2027 pour la police NB-1234567/);
  assert.match(payment, /\$1,919\.96 is due from you\. /);
  assert.match(written('correction', { ...told, told: 'refund', dueCents: 0 }), /Nothing is due from you today\./);
  const unpaid = written('correction', { ...told, told: 'unpaid', toldOn: null, dueCents: null });
  assert.match(unpaid, /We wrote to you that \$250\.00 for policy NB-1234567 is unpaid\. That was a mistake/);
  assert.doesNotMatch(unpaid, /due from you|Amount due/);
});

test('who gave a card within the notice that could not be charged is told that the cover has ended, and what the used days cost', () => {
  const { facts } = sampleMails['cover ended'];
  const owing = written('cover ended', facts, page);
  assert.match(owing, /We tried to charge \$1,919\.96 to your card ending in 4242 .* declined the charge/);
  assert.match(owing, /from December 20, 2026 on, your 2026 Toyota RAV4 is not covered/);
  assert.match(owing, /depuis le 20 décembre 2026, votre Toyota RAV4 2026 n’est plus couvert/);
  assert.match(owing, /\$54\.30 is still to be paid\. You can pay/);
  assert.match(owing, /il reste 54,30 \$ à payer/);
  const writtenOff = written('cover ended', { ...facts, dueCents: 0, wasTried: false } as MailFacts);
  assert.match(writtenOff, /We did not charge \$1,919\.96 .* tax rate has changed/);
  assert.match(writtenOff, /Nothing is due from you\./);
  assert.doesNotMatch(writtenOff, /declined|a refusé|still to be paid/);
});

test('what a lender says otherwise than the notice is told as that, also where nothing goes to the loan', () => {
  const told = (amountCents: number) =>
    written('refund receipt', { amountCents, payee: 'Lender', doneOn: '2027-11-16' });
  assert.match(told(10_000), /not what our notice said\. On November 16, 2027 we paid \$100\.00 to your lender\./);
  assert.match(told(10_000), /Le 16 novembre 2027, nous avons remis 100,00 \$ à votre prêteur\./);
  assert.match(told(0), /nothing was owed on the loan/);
  assert.match(told(0), /rien n’était dû sur le prêt/);
  assert.doesNotMatch(told(0), /we paid|nous avons remis/);
  for (const cents of [0, 10_000])
    assert.match(told(cents), /replace those in the notice[\s\S]+|remplacent ceux de l’avis/);
});

test('a refund of a policy that goes on does not call it ended', () => {
  const refund = { amountCents: 1_000, payee: 'Card', doneOn: '2027-11-16' } as const;
  assert.match(written('refund receipt', refund), /NB-1234567, which has ended/);
  assert.doesNotMatch(written('refund receipt', { ...refund, isInForce: true }), /has ended|a pris fin/);
});

test('a cancellation that is undone after its day is told as one that had taken effect', () => {
  const facts = {
    cancelledOn: '2027-11-15',
    withdrawnBy: 'payment',
    wasInEffect: true,
    paidCents: 93_310,
    dueCents: 81_524,
  } as const;
  const mail = written('withdrawal', facts);
  assert.match(mail, /which took effect on November 15, 2027, is withdrawn.*without a break/);
  assert.match(mail, /qui avait pris effet le 15 novembre 2027, est retirée.*sans interruption/);
  assert.match(mail, /We have received \$933\.10 from you in all/);
  assert.match(mail, /Amount paid: \$933\.10/);
  assert.match(mail, /Of the price, \$815\.24 is now unpaid\./);
});

test('a notice of non-payment for what was paid in part names the rest', () => {
  const asked = { ground: 'NonPayment', requestedBy: 'insurer', madeOn: '2027-10-15' } as const;
  const mail = cancelled({ ...asked, collected: collectedByCard(40_000) }, page);
  assert.match(
    mail,
    /Of the price of \$1,919\.96, \$1,519\.96 has not been paid\. You may pay it until November 14, 2027/,
  );
  assert.match(mail, /Sur le prix de 1 919,96 \$, 1 519,96 \$ n’ont pas été payés/);
  assert.match(mail, /Amount due: \$1,519\.96/);
  // Also where more was paid than the used days cost, so that something would be given back.
  const most = cancelled({ ...asked, collected: collectedByCard(180_000), payableUntil: '2027-11-01' }, page);
  assert.match(most, /^Prime impayée.* \/ Unpaid: your policy/);
  assert.match(
    most,
    /Of the price of \$1,919\.96, \$119\.96 has not been paid\. You may pay it until November 1, 2027/,
  );
});
