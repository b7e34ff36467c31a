import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toDollars } from '../../domain/money/money.ts';
import type { PartyParts } from '../party.ts';
import { type ClosedTicket, cancelCheckout, readDetails, submitCard } from './customer-actions.ts';
import { type Message, messages } from './messages.ts';
import type { FieldFault } from './read-card.ts';

/**
 * The API under `/checkout` for the card form, and for a partner's automated test in place of the form. The ticket
 * authorizes a call. `response_code` is that of the real processor's callbacks.
 */
export function addCustomerApi(
  app: FastifyInstance,
  { database, clock }: Pick<PartyParts, 'database' | 'clock'>,
): void {
  app.post('/details', async (request, reply) => {
    const { ticket } = read(request);
    if (ticket === null) return sendFaults(reply, [ticketRequired]);
    const details = await readDetails(database, ticket, clock());
    if (details === null) return sendResult(reply, 'invalid ticket');
    const { amountCents, ...shown } = details;
    return reply.send({ ...shown, amount: toDollars(amountCents) });
  });

  app.post('/submit', async (request, reply) => {
    const { ticket, typed } = read(request);
    if (ticket === null) return sendFaults(reply, [ticketRequired]);
    const submitted = await submitCard(database, { ticket, typed, now: clock() });
    return submitted.kind === 'invalid' ? sendFaults(reply, submitted.faults) : sendResult(reply, submitted.kind);
  });

  app.post('/cancel', async (request, reply) => {
    const { ticket } = read(request);
    if (ticket === null) return sendFaults(reply, [ticketRequired]);
    return sendResult(reply, await cancelCheckout(database, { ticket, now: clock() }));
  });
}

type Result = 'approved' | 'declined' | 'not a sandbox card' | 'cancelled' | ClosedTicket;

interface Shape {
  readonly status: number;
  readonly result: string;
  readonly responseCode: string;
}

const shapes: Readonly<Record<Result, Shape>> = {
  approved: { status: 200, result: 'approved', responseCode: '001' },
  declined: { status: 200, result: 'declined', responseCode: '050' },
  'not a sandbox card': { status: 200, result: 'declined', responseCode: '050' },
  cancelled: { status: 200, result: 'cancelled', responseCode: '001' },
  'invalid ticket': { status: 404, result: 'invalid_ticket', responseCode: '2001' },
  'ticket used': { status: 409, result: 'ticket_used', responseCode: '2002' },
  'ticket expired': { status: 410, result: 'ticket_expired', responseCode: '2003' },
};

function sendResult(reply: FastifyReply, kind: Result): FastifyReply {
  const { status, result, responseCode } = shapes[kind];
  return reply.code(status).send({ result, response_code: responseCode, message: messages[kind] });
}

interface TicketFault {
  readonly field: 'ticket';
  readonly code: string;
  readonly message: Message;
}

const ticketRequired: TicketFault = {
  field: 'ticket',
  code: 'TicketRequired',
  message: { en: 'The ticket is missing.', fr: 'Le billet de paiement manque.' },
};

/** The checkout stays open: the customer can correct the card and send it again. */
function sendFaults(reply: FastifyReply, errors: readonly (FieldFault | TicketFault)[]): FastifyReply {
  return reply.code(422).send({ result: 'invalid', errors });
}

function read({ body }: FastifyRequest): { ticket: string | null; typed: Readonly<Record<string, unknown>> } {
  const typed = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const { ticket } = typed;
  return { ticket: typeof ticket === 'string' && ticket.trim() !== '' ? ticket.trim() : null, typed };
}
