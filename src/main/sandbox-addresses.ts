/** The addresses and tokens of the sandbox's parties. */
export interface SandboxAddresses {
  readonly processor: { readonly origin: string; readonly publicOrigin: string; readonly token: string };
  readonly lender: { readonly origin: string; readonly token: string };
}
