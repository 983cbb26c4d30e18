/** The identity of a page as text, from its place in the run. */
import { formatMysqlDate, formatRssDate } from './calendar.ts';
import { uuidV5 } from './identity.ts';
import type { Project } from './project.ts';
import type { PageIdentity } from './row-values.ts';

export interface PagePlace {
  id: number;
  slug: string;
  rowKey: string;
  /** Seconds since 1970, UTC. */
  date: number;
}

const NO_DATE = '0000-00-00 00:00:00';
/** As long as a real one: planning needs sizes, not identities. */
const PLANNED_UUID = '00000000-0000-5000-8000-000000000000';

export class PageIdentities {
  readonly #project: Project;
  readonly #plannedDates: { date: string; rfc: string };

  constructor(project: Project) {
    this.#project = project;
    this.#plannedDates = { date: formatMysqlDate(project.dateBase), rfc: formatRssDate(project.dateBase) };
  }

  /** The same lengths as `of`, without the hash and the calendar. */
  forPlanning(place: PagePlace): PageIdentity {
    const { date, rfc } = this.#plannedDates;
    return this.#make(place, { uuid: PLANNED_UUID, date, gmt: date, rfc });
  }

  of(place: PagePlace): PageIdentity {
    const { key, localOffset } = this.#project;
    return this.#make(place, {
      uuid: uuidV5(key, place.rowKey),
      date: formatMysqlDate(place.date + localOffset),
      gmt: formatMysqlDate(place.date),
      rfc: formatRssDate(place.date),
    });
  }

  #make(place: PagePlace, made: { uuid: string; date: string; gmt: string; rfc: string }): PageIdentity {
    const { guidSite, address, hasGmt } = this.#project;
    return {
      id: String(place.id),
      guid: `${guidSite}/?geoloom=${made.uuid}`,
      slug: place.slug,
      date: made.date,
      'date-gmt': hasGmt ? made.gmt : NO_DATE,
      'date-rfc': made.rfc,
      url: address.prefix + place.slug + address.suffix,
    };
  }
}
