/** Sidebar list of the domains with the most clicks in the last 28 days. */
import { Group, NavLink, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTopDomains } from '#web/kit/use-top-domains.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { Sparkline } from '#web/ui/sparkline.tsx';

const SHOWN = 4;

export function TopDomains({ onGo }: { onGo: (() => void) | undefined }) {
  const { data, meta } = useTopDomains();
  const withClicks = data?.filter(({ clicks }) => clicks > 0).slice(0, SHOWN) ?? [];
  if (withClicks.length === 0) return null;
  return (
    <>
      <Group justify="space-between" p="18px 10px 6px">
        <Text component="h2" size="xs" fw={500} c="var(--text3)">
          Top domains
        </Text>
        <Link className={links.link} to="/domains" onClick={onGo}>
          See all {formatCount(meta?.total ?? 0)}
        </Link>
      </Group>
      <ul>
        {withClicks.map(({ id, name, clicks, series }) => (
          <li key={id}>
            <NavLink
              component={Link}
              to={`/domains/${id}`}
              label={name}
              rightSection={
                <Group gap={12} wrap="nowrap">
                  <Sparkline values={series} />
                  <Text component="span" size="small" miw={44} ta="right">
                    {formatCount(clicks)}
                  </Text>
                </Group>
              }
              onClick={onGo}
            />
          </li>
        ))}
      </ul>
      <Text c="var(--text3)" fz="note" p="4px 10px">
        Clicks from search, last 28 days
      </Text>
    </>
  );
}
