import { compose } from '../../../src/documents/compose.ts';
import { sampleIssuer } from '../../../src/documents/issuer.ts';
import type { DocumentId } from '../../../src/domain/ids.ts';
import type { Policy } from '../../../src/domain/policy/policy.ts';
import { requestOf } from '../../../src/flows/document/fetch-document.ts';
import type { AskedMail } from '../../../src/flows/mail/mail-about.ts';
import { writeMail } from '../../../src/flows/mail/mail-text.ts';
import type { Tx } from '../../../src/store/database.ts';
import { readSource } from '../../../src/store/document/document.ts';

/*
 * Receipts and mails are read as their customer reads them, and compared with what processor and lender keep by their
 * own ledgers and what people have recorded.
 */

export interface Letters {
  readonly count: number;
  readonly untrue: readonly string[];
}

/** Reads the letters of one sale. */
export async function readLetters(database: Tx, applicationId: string): Promise<Letters> {
  const { rows } = await database.query<Truth>({ name: 'read_letters', text: lettersSql, values: [applicationId] });
  const truth = rows[0];
  if (truth === undefined) return { count: 0, untrue: [] };
  const papers: string[] = [];
  for (const id of truth.papers) {
    const { sheets } = compose(requestOf((await readSource(database, { id }))!, ['en']), sampleIssuer);
    papers.push(JSON.stringify(sheets));
  }
  const mails = truth.mails.map(
    (mail) => writeMail({ ...mail, link: null, filenames: [] }, truth.policy, sampleIssuer).text,
  );
  return {
    count: papers.length + mails.length,
    untrue: [...untruePapers(papers, truth), ...untrueMails(mails, truth)],
  };
}

/** Each charge and each refund has its own paper, and no other has one. */
function untruePapers(papers: readonly string[], truth: Truth): readonly string[] {
  const said = (pattern: RegExp): readonly number[] => amountsIn(papers, pattern);
  const endings = papers.filter((text) => / for the loan on your policy|nothing was owed on the loan/.test(text));
  const paid = amountsIn(endings, /has paid \$AMOUNT to /);
  const ofLoan = (what: string, is: readonly number[], was: readonly number[]): readonly string[] =>
    endings.length === 0 ? [] : otherThan(`a receipt says ${what}`, is, was);
  return [
    ...otherThan('the receipts say that cards paid', said(/has received \$AMOUNT by credit card/), truth.charged),
    ...otherThan('the receipts say that came by hand', said(/has received \$AMOUNT\. /), truth.receivedByHand),
    ...otherThan(
      'the refund receipts say that cards got',
      said(/has refunded \$AMOUNT to your credit card/),
      truth.toCard,
    ),
    ...otherThan('the refund receipts say by hand', said(/has refunded \$AMOUNT to you by cheque/), truth.givenByHand),
    ...ofLoan('to the loan', paid, truth.toLoanCents === 0 ? [] : [truth.toLoanCents]),
    ...ofLoan(
      'of the rest of the loan',
      said(/ gives \$AMOUNT back to you/),
      truth.restOfLoan.filter((cents) => cents > 0),
    ),
  ];
}

/** A mail that has not gone out yet tells the latest of what it brings. */
function untrueMails(mails: readonly string[], truth: Truth): readonly string[] {
  const said = (pattern: RegExp): readonly number[] => amountsIn(mails, pattern);
  const takenCents = [...truth.charged, ...truth.receivedByHand].reduce((sum, cents) => sum + cents, 0);
  return [
    ...beyond(
      'the mails say that came by hand',
      said(/received your payment of \$AMOUNT for policy/),
      truth.receivedByHand,
    ),
    ...beyond('the mails say that cards got', said(/we refunded \$AMOUNT to your card/), truth.toCard),
    ...beyond('the mails say was given by hand', said(/we refunded \$AMOUNT to you, by cheque/), truth.givenByHand),
    ...otherThan(
      'the mails say that issuers refused',
      said(/did not accept our refund of \$AMOUNT for/),
      truth.refused,
    ),
    ...beyond('a mail says that went to the loan', said(/we paid \$AMOUNT to your lender/), [truth.toLoanCents]),
    // This stands in a letter that withdraws a cancellation.
    ...said(/received your payment of \$AMOUNT\. Thank you\./)
      .filter((cents) => cents > takenCents)
      .map((cents) => `a mail thanks for ${cents} cents, and ${takenCents} came`),
  ];
}

const inWords = (amounts: readonly number[]): string => amounts.toSorted((a, b) => a - b).join(', ') || 'nothing';

function otherThan(what: string, said: readonly number[], truth: readonly number[]): readonly string[] {
  return inWords(said) === inWords(truth) ? [] : [`${what} ${inWords(said)}, and it was ${inWords(truth)}`];
}

function beyond(what: string, said: readonly number[], truth: readonly number[]): readonly string[] {
  const left = [...truth];
  const isTrue = said.every((cents) => left.includes(cents) && left.splice(left.indexOf(cents), 1).length > 0);
  return isTrue ? [] : [`${what} ${inWords(said)}, and it was ${inWords(truth)}`];
}

function amountsIn(texts: readonly string[], pattern: RegExp): readonly number[] {
  const whole = new RegExp(pattern.source.replace('AMOUNT', '([\\d,]+\\.\\d\\d)'), 'g');
  return texts.flatMap((text) =>
    Array.from(text.matchAll(whole), ([, amount]) => Number(amount!.replaceAll(/\D/g, ''))),
  );
}

/** Amounts in cents, by those who moved them. */
interface Truth {
  readonly policy: Policy;
  readonly papers: readonly DocumentId[];
  readonly mails: readonly AskedMail[];
  readonly charged: readonly number[];
  readonly toCard: readonly number[];
  readonly toLoanCents: number;
  /** Seller, operator and lender each give a part. */
  readonly restOfLoan: readonly number[];
  /** What was recorded by mistake was told as well. */
  readonly receivedByHand: readonly number[];
  readonly givenByHand: readonly number[];
  readonly refused: readonly number[];
}

// A customer with two addresses gets a mail at each.
const lettersSql = `
  SELECT policy.snapshot AS policy,
         (SELECT coalesce(array_agg(id), '{}') FROM document
          WHERE document.policy_number = policy.policy_number AND kind IN ('receipt', 'refund-receipt')) AS papers,
         (SELECT coalesce(json_agg(json_build_object('kind', kind, 'facts', facts)), '[]')
          FROM (SELECT DISTINCT ON (kind, number) kind, facts FROM mail
                WHERE mail.policy_number = policy.policy_number AND facts IS NOT NULL) AS mail) AS mails,
         (SELECT coalesce(array_agg(charge.amount_cents), '{}')
          FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key)
          WHERE customer_reference = policy.application_id::text) AS charged,
         (SELECT coalesce(array_agg(refund.amount_cents), '{}')
          FROM sandbox_cards.refund JOIN sandbox_cards.payment USING (order_key)
          WHERE customer_reference = policy.application_id::text) AS "toCard",
         (SELECT coalesce(sum(refunded_cents), 0)::int FROM sandbox_lender.contract
          WHERE contract.policy_number = policy.policy_number) AS "toLoanCents",
         (SELECT coalesce(array_agg(cents), '{}')
          FROM sandbox_lender.contract
          CROSS JOIN LATERAL (VALUES
            ((down_payment_cents - (SELECT coalesce(sum(amount_cents), 0) FROM posted
                                    WHERE posted.application_id = policy.application_id AND account = 'partner'))::int),
            ((SELECT coalesce(sum(amount_cents), 0)::int FROM reversal
              WHERE reversal.policy_number = policy.policy_number AND payee = 'Customer')),
            (given_back_cents)) AS given (cents)
          WHERE contract.policy_number = policy.policy_number) AS "restOfLoan",
         (SELECT coalesce(array_agg(amount_cents::int), '{}') FROM ledger_entry AS entry
          WHERE entry.policy_number = policy.policy_number AND kind = 'payment') AS "receivedByHand",
         (SELECT coalesce(array_agg(amount_cents::int), '{}') FROM ledger_entry AS entry
          WHERE entry.policy_number = policy.policy_number AND kind = 'refund' AND recorded_by = 'operator') AS "givenByHand",
         (SELECT coalesce(array_agg(cents), '{}')
          FROM (
            SELECT amount_cents AS cents FROM reversal
            WHERE reversal.policy_number = policy.policy_number AND progress = 'refused'
            UNION ALL
            SELECT amount_cents::int FROM ledger_entry AS entry
            WHERE entry.policy_number = policy.policy_number AND kind = 'refund-returned') AS back) AS refused
  FROM policy
  WHERE application_id = $1`;
