import { ActModal } from './act-modal.tsx';

interface DisableModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly words: {
    readonly disable: string;
    readonly disableTitle: (name: string) => string;
    readonly disableLead: string;
    readonly wasDisabled: string;
    readonly enable: string;
    readonly enableTitle: (name: string) => string;
    readonly wasEnabled: string;
  };
  readonly send: (change: { readonly isDisabled: boolean; readonly reason: string }) => Promise<unknown>;
}

/** Disables what is active, enables what is not: integrations, sellers, accounts. */
export function DisableModal({ opened, onClose, name, isDisabled, words, send }: DisableModalProps) {
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={isDisabled ? words.enableTitle(name) : words.disableTitle(name)}
      lead={isDisabled ? undefined : words.disableLead}
      confirm={isDisabled ? words.enable : words.disable}
      isDanger={!isDisabled}
      done={isDisabled ? words.wasEnabled : words.wasDisabled}
      send={(reason) => send({ isDisabled: !isDisabled, reason })}
    />
  );
}
