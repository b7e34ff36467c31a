import type { LienHolder } from '@northbind/sdk';
import { useEffect, useState } from 'react';
import type { Choice as SaleChoice } from '../../../shop-api.ts';
import { get } from '../kit/api.ts';
import { Choice, Choices, Field } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

interface LienHolderFieldProps {
  readonly chosen: SaleChoice['lienHolder'];
  readonly onChoose: (lienHolder: SaleChoice['lienHolder']) => void;
}

const lettersMin = 3;
const shownMax = 4;

/** Searches while the customer types, a moment after the last letter. */
export function LienHolderField({ chosen, onChoose }: LienHolderFieldProps) {
  const { words } = useWords();
  const [search, setSearch] = useState(chosen?.name ?? '');
  const [found, setFound] = useState<readonly LienHolder[] | null>(null);
  useEffect(() => {
    const letters = search.trim();
    if (letters.length < lettersMin) return setFound(null);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      get<readonly LienHolder[]>(`lien-holders?search=${encodeURIComponent(letters)}`, controller.signal)
        .then(setFound)
        .catch(() => undefined); // Replaced by a newer search, or the shop is away: the customer types on.
    }, 250);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search]);

  const searchField = (
    <>
      <Field field="lienHolderSearch" label={words.vehicle.lienHolderSearch} hint={words.vehicle.lienHolderHint}>
        {(input) => (
          <input
            {...input}
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      <p className="unseen" role="status">
        {found !== null && words.vehicle.lienHolderCount(found.length)}
      </p>
    </>
  );
  return (
    <Choices field="lienHolderId" legend={words.vehicle.lienHolder} className="two" lead={searchField}>
      {(found ?? []).slice(0, shownMax).map(({ id, name, city, postalCode }) => (
        <Choice
          key={id}
          type="radio"
          name="lienHolderId"
          value={id}
          title={name}
          text={`${city} ${postalCode}`}
          isChecked={chosen?.id === id}
          onChoose={() => onChoose({ id, name })}
        />
      ))}
    </Choices>
  );
}
