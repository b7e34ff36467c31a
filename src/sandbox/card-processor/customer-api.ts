import type { FastifyInstance, FastifyReply } from 'fastify';
import { toDollars } from '../../domain/money.ts';
import type { PartyParts } from '../party.ts';
import { cancelCheckout, readDetails, submitCard } from './customer-actions.ts';
import { type FieldFault, fault } from './read-card.ts';

/**
 * The API under `/checkout` for the card form, and for a partner's automated test in place of the form. The ticket
 * authorizes a call. `response_code` is that of the real processor's callbacks.
 */
export function addCustomerApi(app: FastifyInstance, { database, clock }: PartyParts): void {
  const post = (
    path: string,
    answer: (reply: FastifyReply, ticket: string, typed: Readonly<Record<string, unknown>>) => Promise<FastifyReply>,
  ): void => {
    app.post(path, async ({ body }, reply) => {
      const typed = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
      const ticket = typeof typed.ticket === 'string' ? typed.ticket.trim() : '';
      return ticket === '' ? sendFaults(reply, [ticketRequired]) : answer(reply, ticket, typed);
    });
  };

  post('/details', async (reply, ticket) => {
    const details = await readDetails(database, ticket, clock());
    if (details === null) return sendResult(reply, 'invalid ticket');
    const { amountCents, ...shown } = details;
    return reply.send({ ...shown, amount: toDollars(amountCents) });
  });

  post('/submit', async (reply, ticket, typed) => {
    const submitted = await submitCard(database, { ticket, typed, now: clock() });
    return submitted.kind === 'invalid' ? sendFaults(reply, submitted.faults) : sendResult(reply, submitted.kind);
  });

  post('/cancel', async (reply, ticket) => sendResult(reply, await cancelCheckout(database, { ticket, now: clock() })));
}

const ticketRequired = fault('ticket', 'TicketRequired', 'The ticket is missing.', 'Le billet de paiement manque.');

/** The status, the result, its code, and what a customer reads. Invalid input has messages per field instead. */
const results = {
  approved: [200, 'approved', '001', 'The card was accepted.', 'La carte a été acceptée.'],
  declined: [200, 'declined', '050', 'The card was refused.', 'La carte a été refusée.'],
  'not a sandbox card': [
    200,
    'declined',
    '050',
    'The card was refused: this is a sandbox. Use one of the sandbox test cards, never a real one.',
    'La carte a été refusée\u00a0: ceci est un bac à sable. Utilisez une des cartes d’essai, jamais une vraie.',
  ],
  cancelled: [200, 'cancelled', '001', 'The payment was cancelled.', 'Le paiement a été annulé.'],
  'invalid ticket': [404, 'invalid_ticket', '2001', 'This payment is not known.', 'Ce paiement est inconnu.'],
  'ticket used': [409, 'ticket_used', '2002', 'This payment is already finished.', 'Ce paiement est déjà terminé.'],
  'ticket expired': [
    410,
    'ticket_expired',
    '2003',
    'This payment has timed out.',
    'Le délai de ce paiement est écoulé.',
  ],
} as const;

function sendResult(reply: FastifyReply, kind: keyof typeof results): FastifyReply {
  const [status, result, responseCode, en, fr] = results[kind];
  return reply.code(status).send({ result, response_code: responseCode, message: { en, fr } });
}

/** The checkout stays open: the customer can correct the card and send it again. */
function sendFaults(reply: FastifyReply, errors: readonly FieldFault[]): FastifyReply {
  return reply.code(422).send({ result: 'invalid', errors });
}
