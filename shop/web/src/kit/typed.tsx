import { createContext, type ReactNode, use, useState } from 'react';

/**
 * What the customer has typed and chosen, by the name of its field, in this page's memory alone: neither a refusal nor
 * a step back empties it, and a bank account is kept nowhere else.
 */
type Typed = Map<string, string>;

const TypedContext = createContext<Typed | null>(null);

/** Begins with nothing typed. */
export function TypedProvider({ children }: { readonly children: ReactNode }) {
  const [typed] = useState<Typed>(() => new Map());
  return <TypedContext value={typed}>{children}</TypedContext>;
}

export function useTyped(): Typed {
  return use(TypedContext)!;
}

/** A value that the page follows while it is typed, as the customer has left it. */
export function useTypedValue(field: string, initial: string): readonly [string, (value: string) => void] {
  const typed = useTyped();
  const [value, setValue] = useState(typed.get(field) ?? initial);
  const change = (next: string): void => {
    typed.set(field, next);
    setValue(next);
  };
  return [value, change];
}
