/** Names a generated page in a list: its town, project and row. */
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';

interface Props {
  page: { town: string; address: string; project_id: number; project: string; row: number };
  /** Lines below. */
  children?: ReactNode;
}

export function PageName({ page, children }: Props) {
  const { town, address, project_id: projectId, project, row } = page;
  return (
    <>
      <a className={links.link} href={address} target="_blank" rel="noreferrer">
        {town || address}
      </a>
      <Box c="var(--text3)" fz="small">
        <Link className={links.link} data-quiet style={{ display: 'inline' }} to={`/projects/${projectId}`}>
          {project}
        </Link>
        , row {formatCount(row)}
      </Box>
      {children}
    </>
  );
}
