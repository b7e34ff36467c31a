import type { Failure } from '../../../../src/domain/work/failure.ts';
import { stuckNames } from '../../../../src/domain/work/needs-person.ts';
import type { Text, Texts } from '../spoken.ts';

export const today = {
  lead: [
    'What needs attention first, then the sales figures.',
    'D’abord ce qui est à traiter, puis les chiffres de vente.',
  ],
  systemLead: [
    'How partners’ calls are answered, and whose exceed their limit.',
    'Comment les appels des partenaires sont traités, et qui dépasse sa limite.',
  ],
  needs: ['Needs attention', 'À traiter'],
  calm: ['Nothing needs attention', 'Rien à traiter'],
  calmText: [
    'Refunds, charges, e-mails and binds are retried automatically. What keeps failing is listed here.',
    'Les remboursements, débits, courriels et émissions qui échouent sont relancés automatiquement. Ce qui échoue encore apparaît ici.',
  ],
  checked: (time: string) => [`Checked ${time}`, `Vérifié ${time}`],
  everything: ['Everything that waits', 'Tout ce qui attend'],
  kinds: {
    requests: [stuckNames.requests, 'Demandes de résiliation'],
    reversals: [stuckNames.reversals, 'Rembourse\u00adments en attente'],
    charges: [stuckNames.charges, 'Débits échoués'],
    mails: [stuckNames.mails, 'Courriels non distribués'],
    linkMails: [stuckNames.linkMails, 'Liens de vente non distribués'],
    letters: [stuckNames.letters, 'Lettres non distribuées'],
    binds: [stuckNames.binds, 'Émissions inachevées'],
    differences: [stuckNames.differences, 'Écarts de rapprochement'],
    limits: [stuckNames.limits, 'Plafonds de demandes atteints'],
    jobs: [stuckNames.jobs, 'Tâches échouées'],
  },
  help: {
    requests: [
      'Cancellations that sellers ask for, oldest first. Accept cancels the policy, after you have seen the refund.',
      'Résiliations demandées par les vendeurs, de la plus ancienne à la plus récente. Accepter résilie la police, après affichage du remboursement.',
    ],
    reversals: [
      'Refunds and cancelled loans that have not gone through yet, oldest first. They are retried automatically, except those that you pay by cheque or transfer: pay them, then mark them as settled.',
      'Remboursements et prêts à annuler qui n’ont pas encore abouti, du plus ancien au plus récent. Ils sont relancés automatiquement, sauf ceux que vous devez payer par chèque ou par virement\u00a0: payez-les, puis marquez-les comme réglés.',
    ],
    charges: [
      'Scheduled charges that the issuer declined on four days: contact the customer, then charge again, change the date, send a payment link or record it as paid. If the outcome is unknown, the processor is asked until it is known.',
      'Débits prévus que l’émetteur a refusés quatre fois, à des jours différents\u00a0: communiquez avec le client, puis débitez de nouveau, changez la date, envoyez un lien de paiement ou inscrivez le débit comme payé. Si l’issue est inconnue, on interroge le processeur jusqu’à ce qu’elle soit connue.',
    ],
    mails: [
      'Rejected by the mail server, or delivery is unknown. Correct the address or send again.',
      'Refusés par le serveur, ou livraison inconnue. Corrigez l’adresse ou renvoyez le courriel.',
    ],
    linkMails: [
      'E-mails that brought nobody the address of a sale link. Ask the customer for the right address and make another link, or send it again.',
      'Courriels qui n’ont apporté à personne l’adresse d’un lien de vente. Demandez la bonne adresse au client et créez un autre lien, ou renvoyez-le.',
    ],
    letters: [
      'Customers of a sale link who do not know yet that nothing was bought. Call them, then mark them as told, or send the letter again.',
      'Clients d’un lien de vente qui ne savent pas encore que rien n’a été acheté. Appelez-les, puis marquez-les comme avisés, ou renvoyez la lettre.',
    ],
    binds: [
      'Their instance stopped or is stuck. Another one takes over automatically, or you can have them finished now.',
      'Leur instance est arrêtée ou bloquée. Une autre les reprend automatiquement; vous pouvez le faire tout de suite.',
    ],
    differences: [
      'Where these books differ from a payout file, or from the processor’s or the lender’s own. Find out who is right, then mark it as settled. A difference that a later file or the next day’s comparison explains disappears by itself.',
      'Là où les présents livres diffèrent d’un fichier de versement, ou des livres du processeur ou du prêteur. Trouvez qui a raison, puis marquez l’écart comme réglé. Ce qui concorde dans un fichier suivant ou à la comparaison du lendemain disparaît de soi-même.',
    ],
    limits: [
      'Integrations that exceeded their rate limit today. Contact the partner, or raise the limit.',
      'Intégrations qui ont dépassé leur limite aujourd’hui. Communiquez avec le partenaire, ou relevez la limite.',
    ],
    jobs: [
      'Jobs that keep failing. The log has the reason.',
      'Tâches qui échouent à répétition. Le journal du service en donne la cause.',
    ],
  },
  /** What did not reach a customer of a sale link. */
  linkMails: {
    'sale link': ['Sale link', 'Lien de vente'],
    letter: ['Nothing was bought', 'Rien n’a été acheté'],
  },
  differences: {
    missing: ['Missing in the file', 'Absent du fichier'],
    different: ['Another amount', 'Autre montant'],
    unknown: ['Not in the books', 'Absent des livres'],
    taken: ['Another amount taken', 'Autre montant perçu'],
    'given back': ['Another amount refunded', 'Autre montant remboursé'],
    disputed: ['Another amount disputed', 'Autre montant contesté'],
    'back twice': ['Refunded and disputed as well', 'Remboursé, et contesté en plus'],
  },
  lapseNoticed: (day: string) => [
    `The customer was notified on ${day} that cover may be ended.`,
    `Le client a été avisé le ${day} que la couverture peut prendre fin.`,
  ],
  failures: {
    unavailable: ['The other party could not be reached', 'L’autre partie n’a pu être jointe'],
    refused: ['Refused by the other party', 'Refusé par l’autre partie'],
    'refused-for-good': ['Refused for good: another way is needed', 'Refusé pour de bon\u00a0: il faut un autre moyen'],
    'refused-before-tax-change': [
      'Refused, and the tax rate changes before the next try: cancel the policy and sell it again',
      'Refusé, et le taux de taxe change avant le prochain essai\u00a0: résiliez la police et vendez-la de nouveau',
    ],
    unknown: ['It is not known whether it went through', 'On ne sait pas si cela a réussi'],
    'tax-changed': [
      'The tax rate has changed: cancel the policy and sell it again',
      'Le taux de taxe a changé\u00a0: résiliez la police et vendez-la de nouveau',
    ],
    'link-expired': [
      'The payment link in it has expired: send another',
      'Le lien de paiement qu’il contient ne peut plus servir\u00a0: envoyez-en un autre',
    ],
    'document-not-made': ['A document could not be printed', 'Un document n’a pu être imprimé'],
    interrupted: ['The service stopped before it was done', 'Le service s’est arrêté avant la fin'],
    waiting: ['Waiting for something else to finish', 'En attente de la fin d’une autre opération'],
    'to-pay': ['For you to pay, by cheque or transfer', 'À vous de payer, par chèque ou par virement'],
    'to-collect': [
      'The policy is cancelled: collect what its used days cost, or write it off',
      'La police est résiliée\u00a0: percevez le coût des jours écoulés, ou radiez-le',
    ],
    unreconciled: ['The other party and the books disagree', 'L’autre partie et les livres ne concordent pas'],
    error: ['A fault in the service: see the log', 'Une erreur du service\u00a0: voir le journal'],
  } satisfies Readonly<Record<Failure, Text>>,
  /** What a payout file, or a party's own books, and the books disagree about. */
  differing: {
    ledger: (party: string, amount: string, booked: string, reference: string) => [
      `${party} says ${amount}, the books have ${booked}; reference ${reference}`,
      `${party}\u00a0: ${amount} selon ses livres, ${booked} selon les nôtres; référence ${reference}`,
    ],
    backTwice: (amount: string, charged: string, reference: string) => [
      `${amount} of a charge of ${charged} went back: it was refunded, and the card’s bank has taken it, too. Claim it from the processor; reference ${reference}`,
      `${amount} d’un débit de ${charged} sont repartis\u00a0: il a été remboursé, et la banque de la carte l’a repris aussi. Réclamez-le au processeur; référence ${reference}`,
    ],
    missing: (reference: string) => [
      `No line of the file has the reference ${reference}`,
      `Aucune ligne du fichier n’a la référence ${reference}`,
    ],
    different: (reference: string, line: string, amount: string) => [
      `Line ${line} has ${amount}; reference ${reference}`,
      `La ligne ${line} indique ${amount}; référence ${reference}`,
    ],
    unknown: (reference: string, line: string) => [
      `Line ${line} is not in the books, or is there twice; reference ${reference}`,
      `La ligne ${line} n’est pas dans les livres, ou y est deux fois; référence ${reference}`,
    ],
    dispute: (reference: string, line: string) => [
      `Line ${line} is of a dispute that the books do not have: record it on the page of the sale first; reference ${reference}`,
      `La ligne ${line} concerne une contestation absente des livres : inscrivez-la d’abord sur la page de la vente; référence ${reference}`,
    ],
    refundReturned: (reference: string, line: string) => [
      `Line ${line} may be a refund that came back, which the books do not have: record it on the page of the sale first; reference ${reference}`,
      `La ligne ${line} est peut-être un remboursement revenu, absent des livres\u00a0: inscrivez-le d’abord sur la page de la vente; référence ${reference}`,
    ],
    payout: (line: string, paid: string, lines: string) => [
      `By line ${line}, ${paid} was paid out; the other lines come to ${lines}`,
      `Selon la ligne ${line}, ${paid} ont été versés; les autres lignes font ${lines}`,
    ],
  },
  next: {
    requests: [
      'Check the refund and accept it, or decline it with a reason that the seller will read.',
      'Acceptez-la après avoir vu le remboursement, ou refusez-la avec une raison que le vendeur lira.',
    ],
    refund: [
      'Wait: it is retried automatically. If it was refunded another way, record it as refunded.',
      'Attendez\u00a0: une nouvelle tentative est en cours. S’il a été fait autrement, inscrivez-le comme remboursé.',
    ],
    refundToPay: [
      'Pay it by cheque or transfer, then record it as refunded.',
      'Payez-le par chèque ou par virement, puis inscrivez-le comme remboursé.',
    ],
    charge: [
      'Call the customer, then charge again, or send a payment link for another card.',
      'Appelez le client, puis débitez de nouveau, ou envoyez un lien de paiement pour une autre carte.',
    ],
    chargeFinal: [
      'Do not try this card again: send the customer a payment link.',
      'N’essayez plus cette carte\u00a0: envoyez au client un lien de paiement.',
    ],
    chargeTaxed: [
      'It can no longer be paid at this price: cancel the policy and sell it again.',
      'Ce prix ne peut plus être payé\u00a0: résiliez la police et vendez-la de nouveau.',
    ],
    unclearCharge: [
      'Look in the processor’s own console, then record how it was paid. Until then the service keeps asking.',
      'Consultez la console du processeur, puis inscrivez comment il a été payé. D’ici là, on l’interroge.',
    ],
    mails: [
      'Ask the customer for the right address and correct it, or send it again.',
      'Demandez la bonne adresse au client et corrigez-la, ou renvoyez le courriel.',
    ],
    letters: [
      'Call the customer and say that nothing was bought, then mark them as told; or send the letter again.',
      'Appelez le client pour lui dire que rien n’a été acheté, puis marquez-le comme avisé; ou renvoyez la lettre.',
    ],
    binds: [
      'Wait a minute, or have it finished now. Nothing is charged twice.',
      'Attendez une minute, ou faites-la terminer maintenant. Rien n’est débité deux fois.',
    ],
    differences: [
      'Find out who is right, then mark it as settled.',
      'Trouvez qui a raison, puis marquez l’écart comme réglé.',
    ],
  },
  triedAgain: (refused: string, next: string) => [
    `The card was declined on ${refused} and is charged again on ${next}. There is nothing to do until then.`,
    `La carte a été refusée le ${refused} et sera débitée de nouveau le ${next}. D’ici là, il n’y a rien à faire.`,
  ],
  runbook: ['What to do', 'Que faire'],
  attempts: (count: number) => [
    count === 1 ? '1 attempt' : `${count} attempts`,
    count > 1 ? `${count} essais` : `${count} essai`,
  ],
  none: ['None', 'Aucun'],
  open: ['Open the sale', 'Ouvrir la vente'],
  business: ['Sales figures', 'Chiffres de vente'],
  asOf: (time: string) => [`as of ${time}`, `au ${time}`],
  narrow: (seller: string) => [`Only ${seller}`, `Seulement ${seller}`],
  sellerPage: ['Seller’s page', 'Page du vendeur'],
  range: ['Range', 'Période'],
  ranges: {
    '7': ['7 days', '7 jours'],
    '30': ['30 days', '30 jours'],
    '90': ['90 days', '90 jours'],
    '365': ['1 year', '1 an'],
  },
  quotes: ['Quotes', 'Soumissions'],
  binds: ['Binds', 'Émissions'],
  conversion: ['Conversion', 'Conversion'],
  premium: ['Premium', 'Primes'],
  premiumHint: ['before tax', 'avant taxes'],
  quotesAndBinds: ['Quotes and binds by day', 'Soumissions et émissions par jour'],
  conversionByDay: ['Conversion by day', 'Conversion par jour'],
  premiumBySeller: ['Premium by day and seller', 'Primes par jour et par vendeur'],
  otherSellers: ['Other sellers', 'Autres vendeurs'],
  sellers: ['By seller', 'Par vendeur'],
  errors: ['Error codes by partner', 'Codes d’erreur par partenaire'],
  noToken: ['Without a valid token', 'Sans jeton valable'],
  noErrors: ['No errors in this range.', 'Aucune erreur dans cette période.'],
  latency: ['Latency', 'Latence'],
  operation: ['Operation', 'Opération'],
  p50: ['Median', 'Médiane'],
  p99: ['99th percentile', '99e centile'],
  noLatency: ['No calls in this range.', 'Aucun appel dans cette période.'],
  asTable: ['As a table', 'En tableau'],
  day: ['Day', 'Jour'],
  code: ['Code', 'Code'],
  partner: ['Partner', 'Partenaire'],
  count: ['Count', 'Nombre'],
  calls: ['Calls', 'Appels'],
  total: ['Total with tax', 'Total avec taxes'],
  noSales: ['No quotes in this range', 'Aucune soumission dans cette période'],
  noSalesText: ['Choose a longer range.', 'Choisissez une période plus longue.'],
  ms: (value: string) => [`${value} ms`, `${value}\u00a0ms`],
} satisfies Texts;
