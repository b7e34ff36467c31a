import type { LienHolder } from '@northbind/sdk';
import { useEffect, useState } from 'react';
import type { Choice as SaleChoice } from '../../../shop-api.ts';
import { get } from '../kit/api.ts';
import { option, Radios, TextField } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { unbroken } from '../kit/unbroken.ts';
import { useWords } from '../words/words.tsx';

interface LienHolderFieldProps {
  readonly chosen: SaleChoice['lienHolder'];
  readonly onChoose: (lienHolder: SaleChoice['lienHolder']) => void;
}

const lettersMin = 3;

/** Searches while the customer types, a moment after the last letter. */
export function LienHolderField({ chosen, onChoose }: LienHolderFieldProps) {
  const { words } = useWords();
  const { brand } = useShop().facts;
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

  const shown = found ?? [];
  const searchField = (
    <>
      <TextField
        field="lienHolderSearch"
        label={words.vehicle.lienHolderSearch}
        hint={words.vehicle.lienHolderHint}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className={found === null ? 'unseen' : 'hint'} role="status">
        {found !== null && words.vehicle.lienHolderCount(found.length)}
      </p>
      {found !== null && (
        <details className="help" open={found.length === 0}>
          <summary>{words.vehicle.lienHolderNotListed}</summary>
          <p className="quiet">{words.vehicle.lienHolderHelp(unbroken(brand.phoneNumber))}</p>
        </details>
      )}
    </>
  );
  return (
    <Radios
      field="lienHolderId"
      legend={words.vehicle.lienHolder}
      className={shown.length > 6 ? 'two scroll' : 'two'}
      lead={searchField}
      options={shown.map(({ id, name, city, postalCode }) => option(id, [name, `${city} ${postalCode}`]))}
      chosen={chosen?.id}
      onChoose={(chosenId) => {
        const { id, name } = shown.find((one) => one.id === chosenId)!;
        onChoose({ id, name });
      }}
    />
  );
}
