// Whether what a script sends to an address that takes questions is one.

const GRAPHQL = /[/._-](?:graphql|gql)\/?(?:[?#]|$)/i;
/** Members of a message that say what is to be done. */
const DEEDS: ReadonlySet<string> = new Set(["method", "action", "op", "operation", "command", "cmd", "task"]);
const ASKS = /^(?:get|list|find|search|query|read|fetch|load|show|view|select|count|lookup|suggest|all)/i;
const MAX_DEPTH = 20;

type Members = Record<string, unknown>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Of a document of GraphQL, without its texts and remarks. */
function onlyAsks(document: string): boolean {
  const bare = document.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"/g, '""').replace(/#[^\n]*/g, "");
  return bare.trim() !== "" && !/\b(?:mutation|subscription)\b/.test(bare);
}

/** One of a name only, whose text the server has, asks by its name. */
function isQuestion(operation: unknown): boolean {
  if (!isMembers(operation)) return false;
  const { query, operationName } = operation;
  if (typeof query === "string" && query !== "") return onlyAsks(query);
  return typeof operationName === "string" && (ASKS.test(operationName) || /query$/i.test(operationName)) && !/mutation/i.test(operationName);
}

function asksGraphql(body: string): boolean {
  const json = parsed(body);
  if (json === undefined) return onlyAsks(new URLSearchParams(body).get("query") ?? body);
  const operations = Array.isArray(json) ? json : [json];
  return operations.length > 0 && operations.every(isQuestion);
}

/** Some member says that something is to be done besides asking. */
function orders(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((one) => orders(one, depth + 1));
  if (!isMembers(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    const deed = DEEDS.has(name.toLowerCase()) && typeof member === "string" && member !== "" && !ASKS.test(member);
    return deed || orders(member, depth + 1);
  });
}

/** `body`: null where it can't be read, as those of files. */
export function changesSomething(url: string, body: string | null): boolean {
  if (body === null) return true;
  if (GRAPHQL.test(url)) return !asksGraphql(body);
  return orders(parsed(body) ?? Object.fromEntries(new URLSearchParams(body)));
}
