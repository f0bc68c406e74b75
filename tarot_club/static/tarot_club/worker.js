// Over https the page of a table also reloads without network. Its pages are kept on this phone only, those of one table
// at a time, and nothing else of the site: never what an account sees. `VERSION` stands before this file.
"use strict";

const PAGES = `pages ${VERSION}`;
const FILES = `files ${VERSION}`;
const PATIENCE = 4000; // milliseconds
const tableOf = (address) => (/^\/t\/[^/]+\//.exec(new URL(address).pathname) || [""])[0];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (![PAGES, FILES].includes(name)) await caches.delete(name);
  await self.clients.claim();
})()));

async function page(request) {
  const pages = await caches.open(PAGES);
  const table = tableOf(request.url);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    for (const old of await pages.keys()) {
      if (tableOf(old.url) !== table || [404, 410].includes(answer.status)) await pages.delete(old);
    }
    if (answer.ok && !answer.redirected) await pages.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const instead = request.mode === "navigate" && new URL(table, request.url).href;
    const kept = (await pages.match(request.url)) || (instead && (await pages.match(instead)));
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const here = new URL(request.url);
  if (request.method !== "GET" || here.origin !== self.location.origin) return;
  // The empty form that queue.js asks for (`garde`) is a page too: after a reload the next donne has a form.
  const isPage = request.mode === "navigate" || here.searchParams.has("garde");
  if (isPage && tableOf(request.url)) event.respondWith(page(request));
  else if (/\.[0-9a-f]{12}\.\w+$/.test(here.pathname)) event.respondWith(file(request)); // the name changes with the file
});
