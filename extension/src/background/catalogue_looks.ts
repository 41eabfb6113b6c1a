// Looks at catalogues of data for the panel, through a host process of their own: it keeps to robots.txt, pauses and
// the address guard, and remembers both while the panel asks on.
import { TagtrailError } from "../host/errors.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { Catalogue, CatalogueSite } from "../host/protocol/catalogue.ts";
import type { JobOptions } from "../host/protocol/job_options.ts";
import type { Hello } from "./connection.ts";
import { Connection } from "./connection.ts";

/** The host goes when nothing was asked for so long. */
const LINGER_MS = 120_000;

export class CatalogueLooks {
  private readonly connection: Connection;
  private lingering: ReturnType<typeof setTimeout> | undefined;
  private asking = 0;

  constructor(events: { connected(hello: Hello): void; lost(error: ErrorBody): void }) {
    const serve = () => Promise.reject(new TagtrailError("unknown_command", "there is no job here"));
    this.connection = new Connection(
      { serving: { serve }, notice: () => undefined },
      { connected: (_client, hello) => events.connected(hello), lost: (error) => events.lost(error) },
    );
  }

  /** Errors: missing_dependency and others of the connection, the host's. */
  async look(url: string, catalogues: CatalogueSite[], filter: string, options: JobOptions): Promise<Catalogue> {
    clearTimeout(this.lingering);
    this.asking++;
    try {
      const client = await this.connection.open();
      return (await client.call("catalogue.look", { url, catalogues, filter, options })).catalogue;
    } finally {
      this.asking--;
      if (this.asking === 0) this.lingering = setTimeout(() => this.connection.close(), LINGER_MS);
    }
  }
}
