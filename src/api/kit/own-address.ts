import type { FastifyRequest } from 'fastify';
import { servedAt } from '../../domain/call/served-address.ts';

export interface OwnAddressParts {
  readonly publicUrl: string;
  /** Null: the service is whatever name it is called by, as a sandbox at localhost and at 127.0.0.1. */
  readonly pagesUrl: string | null;
}

/** The address of the service as this caller knows it, without a slash at its end. */
export function ownAddress({ pagesUrl, publicUrl }: OwnAddressParts, request: FastifyRequest): string {
  return servedAt(pagesUrl, request) ?? publicUrl.replace(/\/+$/, '');
}
