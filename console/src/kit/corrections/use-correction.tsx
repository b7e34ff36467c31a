import { type ReactNode, useState } from 'react';
import type { Choose, Correction } from './correction.ts';
import { CorrectionModal } from './correction-modal.tsx';

export function useCorrection(): readonly [Choose, ReactNode] {
  const [chosen, setChosen] = useState<Correction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const choose = (correction: Correction): void => {
    setChosen(correction);
    setOpen(true);
  };
  return [choose, chosen && <CorrectionModal correction={chosen} opened={isOpen} onClose={() => setOpen(false)} />];
}
