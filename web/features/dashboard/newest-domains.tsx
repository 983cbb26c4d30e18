/** Domains that were added last, shown until there is a table with their clicks. */
import { Box } from '@mantine/core';
import { Link } from 'react-router';
import { domainsContract } from '#contract/domains.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/link.module.css';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { TypedName } from '#web/ui/typed-name.tsx';
import { usePortfolio } from './portfolio.tsx';

const SHOWN = 4;

export function NewestDomains() {
  const { domains, isKnown } = usePortfolio();
  return isKnown && domains.length === 0 ? <Newest /> : null;
}

function Newest() {
  const { data, meta, error, refetch } = useCall(domainsContract.list, {
    query: { per_page: SHOWN, sort: '-created_at' },
  });
  const all = meta && meta.total > 0 && (
    <Link className={links.link} to="/domains">
      All domains
    </Link>
  );
  return (
    <Card title="Domains" aside={all}>
      {error && <Alert what="Couldn’t load the domains." error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows isBare rows={2} label="Loading the domains" />}
      {data?.length === 0 && (
        <Box component="p" py={8} c="var(--text2)">
          No domains yet.{' '}
          <Link className={links.link} to="/domains/add-domain">
            Add a domain
          </Link>
        </Box>
      )}
      <ul>
        {data?.map(({ id, name, project_type }) => (
          <Box component="li" key={id} py={6}>
            <TypedName type={project_type} to={`/domains/${id}`}>
              {name}
            </TypedName>
          </Box>
        ))}
      </ul>
    </Card>
  );
}
