import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SearchIcon } from './icons.tsx';

/** The filters of a list, kept in the URL so that links and the back button work. */
export function useFilter(name: string): readonly [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const set = (value: string): void => {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  };
  return [query.get(name) ?? '', set];
}

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly name?: string;
}

export function SearchBox({ label, placeholder, name = 'search' }: SearchBoxProps) {
  const [kept, keep] = useFilter(name);
  const [text, setText] = useState(kept);
  // Only a value from elsewhere (back, a link) goes into the box; our own is there, maybe with more typed since.
  const sent = useRef(kept);
  useEffect(() => {
    if (kept === sent.current) return;
    sent.current = kept;
    setText(kept);
  }, [kept]);
  const keepSoon = useDebouncedCallback((value: string) => {
    sent.current = value.trim();
    keep(value.trim());
  }, 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<SearchIcon size={17} />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        keepSoon(event.currentTarget.value);
      }}
    />
  );
}
