import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Faults } from '../../kit/faults.tsx';
import { Page, Panel, Toolbar } from '../../kit/page.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useFilter } from '../../kit/search-box.tsx';
import { StatementFigures } from '../../kit/statement-figures.tsx';
import { useWords } from '../../words/words.tsx';

/** The seller's statement of a month. */
export function DeskStatements() {
  const { desk, shell, books, format } = useWords();
  const words = desk.statements;
  const [typed, setMonth] = useFilter('month');
  const month = /^2\d{3}-(0[1-9]|1[0-2])$/.test(typed) ? typed : format.today().slice(0, 7);
  const path = `/api/desk/statements/${month}`;
  const save = useMutation({
    mutationFn: (as: 'pdf' | 'csv') => saveFile(`${path}?as=${as}`, `statement-${month}.${as}`),
  });
  return (
    <Page title={shell.pages.deskStatements} lead={words.lead}>
      <Panel>
        <Toolbar>
          <TextInput
            type="month"
            aria-label={books.month}
            placeholder="2026-11"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <Group gap={8}>
            {(['pdf', 'csv'] as const).map((as) => (
              <Button
                key={as}
                variant="default"
                loading={save.isPending && save.variables === as}
                onClick={() => save.mutate(as)}
              >
                {words[as]}
              </Button>
            ))}
          </Group>
        </Toolbar>
        <Faults error={save.error} />
        <StatementFigures path={path} policyPath={(policyNumber) => `/policies/${policyNumber}`} />
      </Panel>
    </Page>
  );
}
