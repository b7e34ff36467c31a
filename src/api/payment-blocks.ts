import type { FastifyRequest } from 'fastify';
import { type PaymentBlock, type PaymentMethod, paymentBlocks, paymentMethodRules } from '../domain/payment-method.ts';
import type { Partly } from './kit/operation-route.ts';
import { type FormFault, isNothingGiven } from './kit/read-request.ts';

/** A form that says how something is paid. */
type PaidForm = { readonly paymentMethod: PaymentMethod };

export type ReadPaidForm<Form> =
  | { readonly ok: true; readonly form: Form }
  | { readonly ok: false; readonly faults: readonly FormFault[] };

/**
 * Returns the complete form, or what is wrong with it. A block that does not go with the payment method is left out: it
 * is refused as a block, whatever is wrong inside it.
 */
export function readPaidForm<Form extends PaidForm>(
  read: Partly<Form>,
  formFaults: readonly FormFault[],
): ReadPaidForm<Form> {
  const { paymentMethod } = read as Partial<PaidForm>;
  const faults = formFaults.filter(({ field }) => !isInOtherBlock(field, paymentMethod));
  if (faults.length > 0) return { ok: false, faults };
  const own = Object.entries(read).filter(([name]) => !isInOtherBlock(name, paymentMethod));
  return { ok: true, form: Object.fromEntries(own) as unknown as Form };
}

function isInOtherBlock(field: string, paymentMethod: PaymentMethod | undefined): boolean {
  if (paymentMethod === undefined) return false;
  const others = paymentBlocks.filter((block) => block !== paymentMethodRules[paymentMethod].block);
  return others.some((block) => field === block || field.startsWith(`${block}.`));
}

/** Whether a block was sent, valid or not. An empty one counts as null. */
export function wasSent({ body }: Pick<FastifyRequest, 'body'>, block: PaymentBlock): boolean {
  return !isNothingGiven(body, block);
}
