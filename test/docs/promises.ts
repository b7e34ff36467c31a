/**
 * The sentences of the partner's guide that say "always", "every", "never" or "any" of the service, and the test that
 * shows each. "any more" is of time and promises nothing. Whoever writes such a sentence adds it here with its test, or
 * says it without the word.
 */
interface Shown {
  /** The sentence on the page, without line breaks. */
  readonly sentence: string;
  readonly file: string;
  /** The test's name, or the part of it that stands in its file. */
  readonly test: string;
}

export const promises: Readonly<Record<string, readonly Shown[]>> = {
  welcome: [
    {
      sentence:
        'A [collection](northbind.postman_collection.json) of every call for Postman or Bruno, with this address in it',
      file: 'test/docs/collection.test.ts',
      test: 'the collection has every operation, and run from top to bottom',
    },
    {
      sentence: '[A page for every error code](../errors/README.md)',
      file: 'test/docs/guide-mentions.test.ts',
      test: 'every error code has a page',
    },
  ],
  'getting-started': [
    {
      sentence: 'It never makes a second policy.',
      file: 'test/sdk/chaos.test.ts',
      test: 'each ends with exactly one policy',
    },
    {
      sentence: '[Errors and retries](errors-and-retries.md), and [a page for every code](../errors/README.md)',
      file: 'test/docs/guide-mentions.test.ts',
      test: 'every error code has a page',
    },
  ],
  'sign-in': [
    {
      sentence: 'A token of any scope reads it, of one seller:',
      file: 'test/api/oauth.test.ts',
      test: 'a token of any scope reads what its seller may do',
    },
  ],
  sandbox: [
    {
      sentence: 'Every failure can be provoked.',
      file: 'test/docs/error-examples.test.ts',
      test: 'every error page provokes its code in the sandbox',
    },
    {
      sentence:
        "The lender takes 300.00 less, or more, for the loan than was planned, so that more or less is the customer's; never more than was lent or is refunded, and never less than nothing.",
      file: 'test/ports/sandbox-lender.test.ts',
      test: 'as far as loan and refund allow, and says so ever after',
    },
  ],
  sale: [
    {
      sentence:
        'Where the operator requires a licence, the seller and (on Plus) the dealer must have one that is valid today; otherwise the answer is [SellerNotLicensed](../errors/SellerNotLicensed.md): at the quote, and at every later step until the policy exists.',
      file: 'test/operator/licences.test.ts',
      test: 'a quote made before is judged at every step until the policy exists; what is bound is not',
    },
    {
      sentence: 'Names and addresses may be in any script in which people in Canada write theirs:',
      file: 'src/domain/document/printable.test.ts',
      test: 'a name can be printed in every script in which people in Canada write theirs',
    },
    {
      sentence: 'Every product with `isOptional` false must be among them.',
      file: 'src/domain/quote/selection.test.ts',
      test: 'a required product that is missing is named',
    },
    {
      sentence: 'A request that is refused names every fault at once, each with the `field` it is about:',
      file: 'test/api/quote-wire.test.ts',
      test: 'faults of form and refused rules come in one answer, each once',
    },
    {
      sentence:
        'A name that is accepted is kept as it came, and stands so on every paper, in every mail and in the console.',
      file: 'src/documents/names.test.ts',
      test: 'names of every script stand on every paper as they came, and can be searched there',
    },
  ],
  'pay-by-card': [
    {
      sentence: 'A hold that a bind is just using is never released.',
      file: 'test/flows/sweep-card-payments.test.ts',
      test: 'a hold that a bind has claimed is not given back, whatever became of the quote; nor one revised back in time',
    },
  ],
  disclosures: [
    {
      sentence: "On a sample's text or wording nothing is sold in any province, whatever it is called.",
      file: 'test/main/production-papers.test.ts',
      test: 'production sells nothing at a sample’s premium, on a sample’s text or without Quebec’s papers, whatever they are called',
    },
    {
      sentence: 'with every sale',
      file: 'test/api/disclosures.test.ts',
      test: 'what is given depends on the province and the payment method',
    },
    {
      sentence: 'with every sale, unless the operator has a text of that kind',
      file: 'test/api/disclosures.test.ts',
      test: 'what is given depends on the province and the payment method',
    },
  ],
  provinces: [
    {
      sentence: 'With every sale',
      file: 'test/api/disclosures.test.ts',
      test: 'what is given depends on the province and the payment method',
    },
  ],
  documents: [
    {
      sentence: 'always',
      file: 'test/api/document.test.ts',
      test: 'a declaration is there at once, and the same bytes on each fetch, also from two at a time',
    },
    {
      sentence: 'The bytes of a document never change.',
      file: 'test/api/document.test.ts',
      test: 'a declaration is there at once, and the same bytes on each fetch, also from two at a time',
    },
    {
      sentence: 'A wording is the same for every policy and every seller, so its download is no reprint.',
      file: 'test/api/document.test.ts',
      test: 'a policy has the wordings of its products in the customer’s languages, for every seller to download',
    },
  ],
  'sale-links': [
    {
      sentence:
        'A link opens at most 20 card forms over its life, and its price is made anew at most 60 times, on any device: then the page says so in words, and the API answers [SaleLinkCardFormsUsedUp](../errors/SaleLinkCardFormsUsedUp.md) and [SaleLinkRevisionsUsedUp](../errors/SaleLinkRevisionsUsedUp.md).',
      file: 'test/api/sale-link-limits.test.ts',
      test: 'a link opens 20 card forms over its life, however many windows of two instances ask at once',
    },
    {
      sentence:
        'A purchase is written down before the page says that it is made, and every instance can go on with it.',
      file: 'test/pages/sale-link-purchase.test.ts',
      test: 'a purchase whose instance died before its claim is bound by another, once',
    },
    {
      sentence:
        "So the customer may close the page, and is written to in any case: the policy's documents, or a mail that says that nothing was bought and why, that the card's hold is released, and where to try again.",
      file: 'test/pages/sale-link-words.test.ts',
      test: 'a card’s page may be closed, as a mail comes in any case; then it shows the policy, in both languages',
    },
    {
      sentence:
        'Who has bought reads there that it stays, who is buying that a mail comes in any case, and all others that nothing was bought.',
      file: 'test/pages/sale-link-purchase.test.ts',
      test: 'when the seller is disabled, who has bought, who is buying and who only chose are each told the truth',
    },
  ],
  'after-the-sale': [
    {
      sentence: 'As if it had never been recorded.',
      file: 'test/api/money-after-the-sale.test.ts',
      test: 'what was recorded by mistake is taken back: the policy is as before, its receipt is gone, and it is told',
    },
    {
      sentence: 'What an operator recorded by mistake was taken back, and counts as never recorded.',
      file: 'src/domain/account/account.test.ts',
      test: 'a void makes the account as if the entry had never been',
    },
    {
      sentence: 'Every mail about a refused charge carries it too, so send it yourself or let us.',
      file: 'src/flows/mail/mail-text.test.ts',
      test: 'each refusal mail leads to the payment page beside the next attempt, a lapse notice too',
    },
    {
      sentence: 'A charge whose reply never came is asked about until it is known, cancelled or not.',
      file: 'test/flows/account-of-a-policy.test.ts',
      test: 'a charge that may have been made is asked about until it is known, whatever became of the tax',
    },
    {
      sentence:
        'If it turns out that money was taken for a cancelled policy, it is given back like any refund; until then the policy is `RefundPending`, never `NothingOwed`.',
      file: 'src/domain/account/account.test.ts',
      test: 'while a charge is unknown, nothing says that nothing was taken',
    },
    {
      sentence:
        'Within 10 days of the bind a `Rescission` gives everything back, as does any cancellation before the policy’s first day; else the days from `effectiveDate` on are given back.',
      file: 'src/domain/cancellation/cancellation.test.ts',
      test: 'before its effective date a policy is cancelled flat only',
    },
    {
      sentence:
        'A cancellation that gives everything back has covered nothing: its `effectiveDate` is never after the policy’s own.',
      file: 'src/domain/cancellation/cancellation.test.ts',
      test: 'a flat cancellation has covered nothing: its day is never after the first one, and stays where it is before',
    },
  ],
  webhooks: [
    {
      sentence:
        'Refuse a `webhook-timestamp` that is more than five minutes off, and keep the `webhook-id`: a message may come twice, always with the same id.',
      file: 'test/api/webhooks.test.ts',
      test: 'what is not answered with 2xx is tried again with the same id; a redirect is not followed',
    },
    {
      sentence:
        'What you change holds from its answer on: every message that is begun after it goes to the new address, is signed by the new secret too, or is not sent at all, if the endpoint was disabled or deleted.',
      file: 'test/api/webhooks.test.ts',
      test: 'from the answer on, a changed address gets what is sent, and the address before gets nothing',
    },
    {
      sentence: 'Your server may close it at any time.',
      file: 'test/ports/webhook-sender.test.ts',
      test: 'a server may close a connection between two messages',
    },
  ],
  'errors-and-retries': [
    {
      sentence: 'It never makes a second policy and never charges twice.',
      file: 'test/flows/bind-parallel.test.ts',
      test: 'make one policy and move money once',
    },
    {
      sentence: '`errors` is empty in every answer with `isValid` true.',
      file: 'test/api/idempotency.test.ts',
      test: 'a repeated bind with another payment reference answers the policy as it was bound, and nothing changes',
    },
    {
      sentence: '[Every code](../errors/README.md) has a page: cause, what to do, how to provoke it.',
      file: 'test/docs/guide-mentions.test.ts',
      test: 'every error code has a page',
    },
    {
      sentence: 'Every answer carries `X-Request-Id`.',
      file: 'test/api/wire.test.ts',
      test: 'every answer carries a request id: the caller’s own when it is sane',
    },
    {
      sentence:
        '`requestId`, `at`, `operation`, `status`, `codes` and `durationMs` of each, never a body, a name or a token.',
      file: 'test/api/requests.test.ts',
      test: 'a call is told as it was answered, and without what was sent',
    },
  ],
  limits: [
    {
      sentence:
        'Names of properties and query parameters, words of an enumeration and paths match in any letter case; an id keeps its own.',
      file: 'test/api/wire.test.ts',
      test: 'a path is the same in any letter case and with a slash at its end, for every method',
    },
    {
      sentence:
        'Answers that hold a secret (a token, a ticket, a signing secret, the address of a sale link or of a payment page) never are, since their length would tell of it.',
      file: 'test/api/wire.test.ts',
      test: 'an answer above 1 kB is compressed if the caller asks for it, and one with a secret never',
    },
  ],
  sdk: [
    {
      sentence:
        'It has the types of the whole contract, keeps the token, repeats what may be repeated, and never leaves a bind in doubt without saying so.',
      file: 'sdk/test/bind.test.ts',
      test: 'is ambiguous, and can be resumed from its state',
    },
    {
      sentence: 'Its credentials never appear in a log, not even by accident.',
      file: 'sdk/test/secrets.test.ts',
      test: 'no error and no event holds a secret, whatever goes wrong',
    },
  ],
  'other-languages': [
    {
      sentence:
        'Short samples in Python, C# and PHP are in the tabs of [Getting started](getting-started.md), [Sign in](sign-in.md), [The sale](sale.md), [Pay by reference](pay-by-reference.md), [Documents](documents.md) and [Webhooks](webhooks.md), and of every call in the [reference](/docs/reference).',
      file: 'test/docs/reference.test.ts',
      test: ': properties, codes, example, samples',
    },
  ],
  assistants: [
    {
      sentence: 'Until it is settled, no other bind of the vehicle is sent, by any server that shares the folder.',
      file: 'test/mcp/mcp.test.ts',
      test: 'two binds of a vehicle at once make one policy',
    },
  ],
  shop: [
    {
      sentence:
        "`server/webhooks.ts` verifies the message, keeps the event's id together with what it changes, and never lets an older event win over a later one.",
      file: 'test/pages/shop-server.test.ts',
      test: 'the shop hears of a later charge by webhook, captured or refused, takes each event once and none over a later one, and refuses what is not signed',
    },
  ],
  security: [
    {
      sentence: 'Bank account numbers go to the lender and are kept nowhere; card numbers never reach the service.',
      file: 'test/api/payment-secrets.test.ts',
      test: 'no row of any table holds a ticket, a card number or a security code',
    },
  ],
  versions: [
    {
      sentence: '**What the contract says never changes.',
      file: 'test/contract-client/client.test.ts',
      test: 'a client that was written from the contract alone does every flow, and each sentence that it checks holds',
    },
  ],
};
