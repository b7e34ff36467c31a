import { randomUUID } from 'node:crypto';
import { makeOutboxMailer } from '../../../src/adapters/outbox-mail/outbox-mail.ts';
import { sampleIssuer } from '../../../src/documents/issuer.ts';
import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import type { BankAccount } from '../../../src/domain/financing/bank-account.ts';
import { buy, purchaseLeaseSeconds } from '../../../src/flows/sale-link/complete-purchases.ts';
import { withdrawLink } from '../../../src/flows/sale-link/sale-links.ts';
import { sendLetter } from '../../../src/flows/sale-link/send-letter.ts';
import { sealSecret } from '../../../src/flows/unpaid/ensure-link.ts';
import { readSale } from '../../../src/store/quote/sale.ts';
import { acceptPurchase, purchaseWork } from '../../../src/store/sale-link/purchase.ts';
import { insertSaleLink } from '../../../src/store/sale-link/sale-link.ts';
import { linkBox } from '../../kit/sale/link-box.ts';
import type { ActorParts } from './actor-parts.ts';
import type { Lane, Sale } from './lane.ts';
import type { Prepare } from './preparations.ts';
import type { Part } from './schedule.ts';

/* The page of a sale link: its customer, the instance that goes on with what another has accepted, the seller. */

const linkIdOf = async ({ database }: Lane, { applicationId }: Sale): Promise<string> => {
  const { rows } = await database.query<{ id: string }>({
    name: 'read_link_of_sale',
    text: 'SELECT id FROM sale_link WHERE application_id = $1',
    values: [applicationId],
  });
  return rows[0]!.id;
};

/** The application is that of a link, whose customer has chosen and was shown its price. No down payment is agreed. */
export const byLink =
  (prepare: Prepare): Prepare =>
  async (lane) => {
    const sale = await prepare(lane);
    const id = randomUUID();
    const link = {
      id,
      sellerId: lane.seller.id,
      createdAt: lane.now,
      validUntil: sale.chargeDate,
      partnerReference: null,
      language: 'en' as const,
      paymentMethods: ['CC', 'PFF'] as const,
      downPaymentCents: 0,
      sale: {},
      ...sealSecret(linkBox, randomUUID()),
    };
    await insertSaleLink(lane.database, link, lane.reference().version);
    await lane.database.query('UPDATE sale_link SET application_id = $2 WHERE id = $1', [id, sale.applicationId]);
    return sale;
  };

/** The customer buys what the page showed before the schedule began: it is written down, and then bound. */
export function buysByLink(name: string, formOf: (sale: Sale) => BindForm): Part {
  return {
    name,
    play: async (parts, sale, lane) => {
      const { database } = parts;
      const { financing, ...form } = formOf(sale);
      const { bankAccount = null, ...loan } = financing ?? {};
      const shown = (await readSale(lane.database, lane.seller.id, sale.applicationId))!;
      const accepted = await acceptPurchase(
        database,
        {
          linkId: await linkIdOf(lane, sale),
          applicationId: sale.applicationId,
          revision: shownRevision,
          form: {
            ...form,
            revision: shownRevision,
            financing: financing && (loan as Omit<typeof financing, 'bankAccount'>),
          },
          totalCents: 1,
          sale: {},
          saleRevision: 0,
          today: lane.today,
          toAddress: shown.inputs.applicant.emailAddress,
        },
        purchaseLeaseSeconds,
      );
      if (accepted === null) return { who: name, what: 'changed elsewhere' };
      await buy(parts, accepted, bankAccount as BankAccount | null);
      return { who: name, what: 'accepted' };
    },
  };
}

const shownRevision = 1;

/** Another instance, or this one after a start, takes what is due. */
export const carriesOn = (name: string): Part => ({
  name,
  play: async (parts) => {
    const taken = await carryOnce(parts);
    return { who: name, what: taken ? 'its turn is over' : 'nothing is due' };
  },
});

/** Returns whether something was due. */
export async function carryOnce(parts: ActorParts): Promise<boolean> {
  const take = (isTelling: boolean) => purchaseWork.take(parts.database, purchaseLeaseSeconds, null, { isTelling });
  const purchase = (await take(false)) ?? (await take(true));
  if (purchase === null) return false;
  const own = {
    ...parts,
    mailer: makeOutboxMailer(),
    issuer: sampleIssuer,
    publicUrl: 'https://partners.example',
    effectiveDateDays: 30,
  };
  await (purchase.refusals === null ? buy(own, purchase, null) : sendLetter(own, purchase));
  return true;
}

export const withdrawsLink: Part = {
  name: 'seller',
  play: async ({ database }, sale, lane) => {
    const refused = await withdrawLink({ database }, lane, await linkIdOf(lane, sale));
    // One that has sold is withdrawn to end its papers.
    const { rowCount } = await lane.database.query('SELECT FROM policy WHERE application_id = $1', [
      sale.applicationId,
    ]);
    return { who: 'seller', what: refused?.code ?? 'withdrawn', withdrewUnsold: refused === null && rowCount === 0 };
  },
};
