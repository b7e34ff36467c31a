import { ActionIcon, Alert, Button, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { CheckIcon, CopyIcon, KeyIcon } from './icons.tsx';
import classes from './once.module.css';

interface ShownOnceProps {
  readonly values: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ShownOnce({ values, onClose }: ShownOnceProps) {
  const words = useWords();
  return (
    <Stack gap="md">
      <Alert color="ember" icon={<KeyIcon />} role="status">
        {words.kit.shownOnce}
      </Alert>
      {Object.entries(values).map(([label, value]) => (
        <CopyField key={label} label={label} value={value} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{words.kit.wasCopied}</Button>
      </Group>
    </Stack>
  );
}

interface Shown {
  readonly label: string;
  readonly value: string;
}

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
        <CopyIconButton label={label} value={value} />
      </div>
    </div>
  );
}

function CopyIconButton({ label, value }: Shown) {
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

export function CopyableText({ label, value }: Shown) {
  return (
    <>
      <code>{value}</code> <CopyIconButton label={label} value={value} />
    </>
  );
}
