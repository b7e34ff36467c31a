import { UnprocessableEntityException, type ValidationError } from '@nestjs/common';

export interface Fault {
  readonly code: string;
  readonly field: string;
}

/** Every refusal has the contract's envelope. */
export function refused(faults: readonly Fault[]): UnprocessableEntityException {
  const errors = faults.map(({ code, field }) => ({ code, field, message: code }));
  return new UnprocessableEntityException({ isValid: false, errors });
}

export function invalidRequest(errors: ValidationError[]): UnprocessableEntityException {
  return refused(errors.flatMap((error) => faultsOf(error, '')));
}

function faultsOf({ property, children = [] }: ValidationError, prefix: string): readonly Fault[] {
  const field = `${prefix}${property}`;
  if (children.length > 0) return children.flatMap((child) => faultsOf(child, `${field}.`));
  return [{ code: `${property.charAt(0).toUpperCase()}${property.slice(1)}Invalid`, field }];
}
