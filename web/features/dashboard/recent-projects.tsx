/** Projects that changed last. */
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { SHORT_COLUMNS } from '#web/kit/project-columns.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';

const SHOWN = 5;

export function RecentProjects({ projects, total }: { projects: readonly ProjectListItem[]; total: number }) {
  return (
    <Card
      title="Recent projects"
      isFlush
      aside={
        <Link className={links.link} to="/projects">
          {total === 1 ? 'All projects' : `All ${formatCount(total)} projects`}
        </Link>
      }
    >
      <DataTable
        label="Recent projects"
        rows={projects.slice(0, SHOWN)}
        columns={SHORT_COLUMNS}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
      />
    </Card>
  );
}
