/** The part of the package that the tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, options: object);
    callback(): RequestListener;
  }
}
