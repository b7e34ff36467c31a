import { Link } from 'react-router';
import { Page } from '../../kit/page.tsx';
import { LinkList } from '../../kit/sale-links/link-list.tsx';
import { useDesk } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** The first page of a seller's desk: its links, and a button to make one. */
export function DeskLinks() {
  const { desk, shell, links, kit } = useWords();
  const { linkMethods } = useDesk();
  return (
    <Page title={shell.pages.deskLinks} lead={desk.linksLead}>
      <LinkList
        path="/api/desk/sale-links"
        onePath="/api/desk/sale-links"
        methods={linkMethods}
        mayAct
        asksReason={false}
        noneOff={links.noneOffDesk}
        policyLink={({ policyNumber }) =>
          policyNumber === null ? kit.none : <Link to={`/policies/${policyNumber}`}>{policyNumber}</Link>
        }
      />
    </Page>
  );
}
