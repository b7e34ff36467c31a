import { Checkbox, Group, Stack } from '@mantine/core';
import type { Control } from './form.ts';

interface CheckManyProps<Value extends string> extends Control<readonly Value[]> {
  readonly names: Readonly<Record<Value, string>>;
  readonly isRow?: boolean;
}

export function CheckMany<Value extends string>({ names, isRow, value, ...group }: CheckManyProps<Value>) {
  const boxes = Object.entries<string>(names).map(([value, label]) => (
    <Checkbox key={value} value={value} label={label} />
  ));
  return (
    <Checkbox.Group<Value> {...group} value={[...value]}>
      {isRow ? (
        <Group gap="lg" mt={6}>
          {boxes}
        </Group>
      ) : (
        <Stack gap={7} mt={6}>
          {boxes}
        </Stack>
      )}
    </Checkbox.Group>
  );
}
