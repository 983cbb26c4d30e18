/** List of facts that need attention, each with a link to its fix; hidden when the user is all caught up. */
import { Box, Flex } from '@mantine/core';
import {
  BellDot,
  Building2,
  CircleX,
  Globe,
  type LucideIcon,
  Split,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Attention } from '#contract/dashboard.contract.ts';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/link.module.css';
import { describeAttention } from './attention.rules.ts';

type Tone = 'ochre' | 'crimson' | 'sea';

const LOOKS: Readonly<Record<Attention['kind'], { Icon: LucideIcon; tone: Tone }>> = {
  agency_deleted: { Icon: Building2, tone: 'crimson' },
  agency_not_active: { Icon: Building2, tone: 'ochre' },
  split: { Icon: Split, tone: 'ochre' },
  failed: { Icon: CircleX, tone: 'crimson' },
  skipped: { Icon: TriangleAlert, tone: 'ochre' },
  reconnect: { Icon: Unplug, tone: 'crimson' },
  refused: { Icon: Unplug, tone: 'crimson' },
  unconnected: { Icon: Unplug, tone: 'ochre' },
  no_domain: { Icon: Globe, tone: 'ochre' },
  unread: { Icon: BellDot, tone: 'sea' },
};

export function NeedsAttention({ attention }: { attention: readonly Attention[] }) {
  if (attention.length === 0) return null;
  return (
    <Card title="Needs attention" isFlush>
      <ul>
        {attention.map((fact) => (
          <Row key={fact.kind} fact={fact} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ fact }: { fact: Attention }) {
  const { before, name, to, act } = describeAttention(fact);
  const { Icon, tone } = LOOKS[fact.kind];
  return (
    <Flex component="li" gap={12} p="12px 18px" style={{ borderTop: '1px solid var(--line)' }}>
      <Flex
        component="span"
        align="center"
        justify="center"
        flex="none"
        w={28}
        h={28}
        bdrs={8}
        c={`var(--${tone}-text)`}
        bg={`var(--${tone}-ground)`}
      >
        <Icon size={16} />
      </Flex>
      <Flex flex={1} wrap="wrap" justify="space-between" gap="2px 12px" miw={0}>
        <Box component="span" fz="md" style={{ overflowWrap: 'anywhere' }}>
          {before}
          {name !== undefined && <b>{name}</b>}
        </Box>
        <Link className={links.link} to={to} style={{ fontSize: '13px', marginLeft: 'auto' }}>
          {act}
        </Link>
      </Flex>
    </Flex>
  );
}
