import { Box, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Faults } from '../../kit/faults.tsx';
import { Page, Panel, Toolbar } from '../../kit/page.tsx';
import { PickMonth, useMonth } from '../../kit/pick-month.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { StatementFigures } from '../../kit/statement-figures.tsx';
import { useWords } from '../../words/words.tsx';

/** The seller's statement of a month. */
export function DeskStatements() {
  const { desk, shell } = useWords();
  const words = desk.statements;
  const month = useMonth();
  const path = `/api/desk/statements/${month}`;
  const save = useMutation({
    mutationFn: (as: 'pdf' | 'csv') => saveFile(`${path}?as=${as}`, `statement-${month}.${as}`),
  });
  return (
    <Page title={shell.pages.deskStatements} lead={words.lead}>
      <Panel isFlush>
        <Toolbar>
          <PickMonth />
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
        <Box p="8px 18px 18px">
          <Faults error={save.error} />
          <StatementFigures path={path} policyPath={(policyNumber) => `/policies/${policyNumber}`} />
        </Box>
      </Panel>
    </Page>
  );
}
