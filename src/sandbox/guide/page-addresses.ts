/** Where a sandbox is. */
export interface PageAddresses {
  readonly service: string;
  readonly checkout: string;
  readonly operator: string;
}

/** The pages of the repository have these: those of a sandbox that was started without any settings. */
export const usualAddresses: PageAddresses = {
  service: 'http://127.0.0.1:8080',
  checkout: 'http://127.0.0.1:8081',
  operator: 'http://127.0.0.1:8082',
};

/** Returns the text with the sandbox's own addresses, so that what is copied from it works. */
export function withAddresses(text: string, addresses: PageAddresses): string {
  return text.replaceAll(anyUsual, (usual) => {
    const name = names.find((one) => usualAddresses[one] === usual)!;
    return addresses[name];
  });
}

const names = Object.keys(usualAddresses) as (keyof PageAddresses)[];
const anyUsual = /http:\/\/127\.0\.0\.1:808[012]\b/g;
