import { isDeepStrictEqual } from 'node:util';
import { type BankAccount, type BindRequest, type Northbind, type Policy, RefusedError } from '@northbind/sdk';
import * as z from 'zod';
import { answerOf } from '../answers.ts';
import type { BindStore, OpenBind } from '../bind-store.ts';
import { ToolRefusal } from '../failure.ts';
import { defineTool, readOnly, type Tool } from '../tool.ts';
import { bankAccount, id, line, loan, paymentMethod, selection } from './inputs.ts';

export const changes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };

/**
 * An assistant may lose an answer, be killed, forget, and try again. So the bind's state is kept before the bind is
 * sent, and a vehicle has at most one open bind and, among those in force or to come, one policy.
 */
export function bindTools(northbind: Northbind, store: BindStore): readonly Tool[] {
  return [
    defineTool({
      name: 'bind',
      description:
        'Makes the policy of a quote and takes the payment, once. Only with the customer’s agreement to the total. The same bind again returns the same policy.',
      annotations: changes,
      input: bindInput,
      output: answerOf('bind'),
      // The service judges whether the payment's block fits its method, and says so.
      run: (request) => bind(northbind, store, request as object as BindRequest),
    }),
    defineTool({
      name: 'list_unfinished_binds',
      description: 'The binds that were begun and have no clear end yet. Finish each by finish_bind.',
      annotations: readOnly,
      input: {},
      output: z.object({
        binds: z.array(
          z.object({ applicationId: z.string(), vin: z.string(), paymentMethod, needsBankAccount: z.boolean() }),
        ),
      }),
      run: async () => ({ binds: (await store.all()).slice(0, 50).map(describe) }),
    }),
    defineTool({
      name: 'finish_bind',
      description:
        'Resumes an unfinished bind: returns the policy that was made, or makes it. Never makes a second one.',
      annotations: changes,
      input: { applicationId: id, bankAccount: bankAccount.exactOptional().describe('Again, for PFF: it is not kept') },
      output: answerOf('bind'),
      run: async ({ applicationId, bankAccount: account }) => {
        const open = (await store.all()).find(({ state }) => state.request.applicationId === applicationId);
        if (open === undefined) throw nothingToFinish;
        return finish(northbind, store, open, account);
      },
    }),
  ];
}

async function bind(northbind: Northbind, store: BindStore, request: BindRequest): Promise<Policy> {
  const { vehicle } = await northbind.applications.get(request.applicationId);
  const own = { vin: vehicle.vin, state: northbind.prepareBind(request) };
  const { kept, isNew } = await store.keep(own);
  if (!isDeepStrictEqual(kept, own)) throw otherIsOpen(kept);
  if (!isNew) return finish(northbind, store, kept, request.financing?.bankAccount);
  // This comes after it is kept, so that of two binds at once the later one sees the policy of the other.
  if (await isCovered(northbind, own.vin, request.applicationId)) {
    await store.remove(own);
    throw alreadyCovered;
  }
  return settle(store, own, northbind.bind(request, { deadlineMs }));
}

async function finish(
  northbind: Northbind,
  store: BindStore,
  open: OpenBind,
  account: BankAccount | undefined,
): Promise<Policy> {
  if (open.state.request.financing && account === undefined) throw accountNeeded;
  const { applicationId } = open.state.request;
  const { status } = await northbind.applications.get(applicationId);
  // It may have ended before the policies were looked for.
  if (status === 'Quoted' && (await isCovered(northbind, open.vin, applicationId))) throw alreadyCovered;
  return settle(store, open, northbind.resumeBind(open.state, { bankAccount: account, deadlineMs }));
}

/** Settled is what has a policy, and what was refused; anything else stays open. */
async function settle(store: BindStore, open: OpenBind, bound: Promise<Policy>): Promise<Policy> {
  try {
    const policy = await bound;
    await store.remove(open);
    return policy;
  } catch (error) {
    if (error instanceof RefusedError) await store.remove(open);
    throw error;
  }
}

/** Whether another application has made a policy of the vehicle that is in force or to come. */
export async function isCovered(northbind: Northbind, vin: string, applicationId: string): Promise<boolean> {
  for (const status of ['InForce', 'NotStarted'] as const) {
    const { policies } = await northbind.policies.page({ vin, status, limit: 2 });
    if (policies.some((policy) => policy.applicationId !== applicationId)) return true;
  }
  return false;
}

// Assistants wait for a minute by default. An answer that is not there by then is asked for by finish_bind.
export const deadlineMs = 50_000;

function describe({ vin, state }: OpenBind): object {
  const { applicationId, paymentMethod, financing } = state.request;
  return { applicationId, vin, paymentMethod, needsBankAccount: Boolean(financing) };
}

function otherIsOpen(open: OpenBind): ToolRefusal {
  const { applicationId } = open.state.request;
  return new ToolRefusal({
    code: 'BindUnfinished',
    message: `Another bind of this vehicle is not settled: application ${applicationId}. It may have made a policy.`,
    whatToDo: 'Call finish_bind with that applicationId first. Do not quote anew.',
  });
}

export const alreadyCovered = new ToolRefusal({
  code: 'VehicleAlreadyCovered',
  message: 'The vehicle has a policy of this seller that is in force or starts later.',
  whatToDo: 'Show it by list_policies with the VIN. A second policy of a vehicle is not sold by this tool.',
});

const nothingToFinish = new ToolRefusal({
  code: 'NothingToFinish',
  message: 'No unfinished bind of this application is kept here.',
  whatToDo: 'get_application says whether it is bound; list_unfinished_binds names what is open.',
});

const accountNeeded = new ToolRefusal({
  code: 'BankAccountRequired',
  message: 'This bind has financing, and the bank account is not kept.',
  whatToDo: 'Ask the customer for the same account again and send it as bankAccount.',
});

export const bindInput = {
  ...selection,
  acknowledgements: z
    .array(z.object({ downloadId: id, acknowledgedAt: line }))
    .max(20)
    .exactOptional()
    .describe('The disclosures of list_disclosures that the customer has read and acknowledged, and when'),
  paymentMethod,
  paymentReference: z
    .string()
    .max(500)
    .exactOptional()
    .describe('The seller’s reference of a payment taken; not with PFF and CC'),
  financing: z
    .object({ ...loan, bankAccount })
    .exactOptional()
    .describe('With PFF, only with PFF'),
  cardPayment: z
    .object({ paymentId: id.describe('Of a card payment that the customer has authorized in the seller’s page') })
    .exactOptional()
    .describe('With CC, only with CC'),
};
