import type { FastifyRequest } from 'fastify';
import { type PaymentBlock, type PaymentMethod, paymentBlocks, paymentMethodRules } from '../domain/payment-method.ts';
import { type FormFault, isNothingGiven } from './kit/read-request.ts';

/** A block that does not go with the payment method is refused as a block, whatever is wrong inside it. */
export function faultsOutsideOtherBlocks(
  faults: readonly FormFault[],
  paymentMethod: PaymentMethod | undefined,
): readonly FormFault[] {
  if (paymentMethod === undefined) return faults;
  const others = paymentBlocks.filter((block) => block !== paymentMethodRules[paymentMethod].block);
  return faults.filter(({ field }) => !others.some((block) => field === block || field.startsWith(`${block}.`)));
}

/** Whether a block was sent, valid or not. An empty one counts as null. */
export function wasSent({ body }: Pick<FastifyRequest, 'body'>, block: PaymentBlock): boolean {
  return !isNothingGiven(body, block);
}
