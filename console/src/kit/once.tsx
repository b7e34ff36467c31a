import { ActionIcon, Alert, Button, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { CheckIcon, CopyIcon, KeyIcon } from './icons.tsx';
import classes from './once.module.css';

/** What is shown this once: a secret, a password, with what it belongs to. */
export function Once({ values, onClose }: { readonly values: readonly Shown[]; readonly onClose: () => void }) {
  const words = useWords();
  return (
    <Stack gap="md">
      <Alert color="ember" icon={<KeyIcon />} role="status">
        {words.kit.shownOnce}
      </Alert>
      {values.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{words.kit.wasCopied}</Button>
      </Group>
    </Stack>
  );
}

export interface Shown {
  readonly label: string;
  readonly value: string;
}

/** A value to be copied, with its button beside it. */
export function CopyField({ label, value }: Shown) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <div className={classes.field}>
        <code className={classes.value} data-once={label}>
          {value}
        </code>
        <CopyMark label={label} value={value} />
      </div>
    </div>
  );
}

/** A small button that copies. */
export function CopyMark({ label, value }: Shown) {
  const words = useWords();
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? words.kit.copied : words.kit.copy}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            onClick={copy}
            aria-label={copied ? words.kit.copied : `${words.kit.copy}: ${label}`}
          >
            {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** A value in a line, with the button that copies it. */
export function Copied({ label, value }: Shown) {
  return (
    <>
      <code>{value}</code> <CopyMark label={label} value={value} />
    </>
  );
}
