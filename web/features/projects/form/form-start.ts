/** What the project form begins with: empty, a draft, or a project that is edited. */
import type { ImageFile } from '#contract/image-shapes.ts';
import type { ProjectValues } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';

export interface FormStart {
  type: string;
  values: ProjectValues;
  /** Begins the form of a new project again, for another platform. */
  changeType?: (name: string) => void;
  /** Of a project that is edited. */
  project?: {
    id: number;
    revision: number;
    seed?: File;
    manual?: FormReading['manual'];
    images?: ImageFile[];
    /** Which of its files the server cannot find any more, in words. */
    lost?: string;
  };
}

/** Which form a draft belongs to, as the calls name it. */
export const formOf = ({ project }: Pick<FormStart, 'project'>): { project_id?: number } =>
  project ? { project_id: project.id } : {};
