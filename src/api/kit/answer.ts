import type { Readable } from 'node:stream';
import type { ErrorParams } from '@northbind/contract/errors/error-definition.ts';
import { type ErrorCode, errorItem, errors } from '@northbind/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../domain/language.ts';
import { isLanguage } from '../../domain/language.ts';
import { type OperatorRefusal, operatorRefusals } from '../../domain/operator/operator-refusal.ts';

/** What an operation's handler returns: turned into status, headers and body by its route. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** Like `ok`, with the JSON written already: exactly what the serialiser would write. */
  | { readonly kind: 'written'; readonly text: string }
  | { readonly kind: 'unavailable'; readonly value: T }
  | { readonly kind: 'refused'; readonly refusals: readonly WireRefusal[] }
  /** What an operator would be refused, with the operator's code and sentence: of the sandbox alone. */
  | { readonly kind: 'refused-as-operator'; readonly refusal: OperatorRefusal }
  /** Done; there is nothing to say. */
  | { readonly kind: 'done' }
  | { readonly kind: 'no-result' }
  | { readonly kind: 'unauthorized' }
  | {
      readonly kind: 'file';
      readonly bytes: Buffer | Readable;
      readonly contentType: string;
      readonly filename: string;
    };

/**
 * A refusal on the wire. Domain refusals are passed on unchanged, so one without a code in the contract does not
 * compile.
 */
export interface WireRefusal {
  readonly code: ErrorCode;
  readonly field: string;
  readonly params?: ErrorParams;
}

export const ok = <T>(value: T): Answer<T> => ({ kind: 'ok', value });
export const written = (text: string): Answer<never> => ({ kind: 'written', text });
export const refused = (refusals: readonly WireRefusal[]): Answer<never> => ({ kind: 'refused', refusals });
export const done: Answer<never> = { kind: 'done' };
export const noResult: Answer<never> = { kind: 'no-result' };

/** How the body of an answer begins that refuses nothing. */
export const valid = { isValid: true, errors: [] as never[] };

/** Sends the error envelope. The first refusal's code decides the status; all codes of one answer share it. */
export function sendRefusals(
  request: FastifyRequest,
  reply: FastifyReply,
  refusals: readonly WireRefusal[],
): FastifyReply {
  const language = languageOf(request);
  const codes = refusals.map(({ code }) => code);
  request.refusedCodes = codes;
  const body = {
    isValid: false,
    errors: wireRefusals(refusals, language),
  };
  if (language !== 'en') reply.header('content-language', language);
  return reply.code(errors[codes[0]!].status).header('content-type', contentTypeOf(request)).send(JSON.stringify(body));
}

/** The console translates an operator's refusal by its code; here it is in English. */
export function sendOperatorRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: OperatorRefusal,
): FastifyReply {
  const { code, field } = refusal;
  request.refusedCodes = [code];
  const body = { isValid: false, errors: [{ code, field, message: operatorRefusals[code] }] };
  return reply.code(422).header('content-type', contentTypeOf(request)).send(JSON.stringify(body));
}

/** Refusals as their caller reads them. */
export function wireRefusals(refusals: readonly WireRefusal[], language: Language) {
  return refusals.map(({ code, field, params }) => errorItem(code, field, language, params));
}

/** 400 and 401 have no body, by contract. */
export function sendEmpty(reply: FastifyReply, status: 400 | 401, challenge = 'Bearer'): FastifyReply {
  if (status === 401) reply.header('www-authenticate', challenge);
  return reply.code(status).send();
}

/** `text/json` and `text/plain` get the same JSON text under that name; anything else gets `application/json`. */
export function contentTypeOf(request: FastifyRequest): string {
  return `${preferred(request.headers.accept, asMediaType, 'application/json')}; charset=utf-8`;
}

export function languageOf(request: FastifyRequest): Language {
  return preferred(request.headers['accept-language'], asLanguage, 'en');
}

const mediaTypes = ['application/json', 'text/json', 'text/plain'] as const;
const asMediaType = (name: string): (typeof mediaTypes)[number] | undefined => mediaTypes.find((one) => one === name);

function asLanguage(name: string): Language | undefined {
  const language = name.split('-')[0];
  return isLanguage(language) ? language : undefined;
}

/** The known value with the highest weight in an Accept header; among equals the first named. */
function preferred<T extends string>(
  header: string | undefined,
  know: (name: string) => T | undefined,
  otherwise: T,
): T {
  if (header === undefined || header === '*/*' || header === otherwise) return otherwise;
  let best = otherwise;
  let bestWeight = 0;
  for (const part of header.slice(0, headerLengthMax).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const value = know(name);
    const weight = weightOf(parameters);
    if (value !== undefined && weight > bestWeight) {
      best = value;
      bestWeight = weight;
    }
  }
  return best;
}

const headerLengthMax = 500;

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((one) => one.startsWith('q='))?.slice(2);
  const weight = text === undefined ? 1 : Number(text);
  return weight >= 0 && weight <= 1 ? weight : 0;
}
