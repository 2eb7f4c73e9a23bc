# The image of the service: `docker build --tag tidings .` It needs a PostgreSQL (DATABASE_URL), runs as an ordinary user, and
# writes no files. To take the base from your own registry, set NODE_IMAGE. The base brings npm: the image runs on the Node of
# `npm ci`, whose version and hash are in package-lock.json.
ARG NODE_IMAGE=node:24.21.0-trixie-slim@sha256:173f125896c3b47ddf056734c7ea789d04595a6a08769a8f78e0df642781fb66

# The service, the dashboard and the documentation, with the packages that only their builds need.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
# If the builder's umask hides files from others, the service could not read them.
RUN chmod -R a+rX . && npm ci && npm run build

# The packages of the running service without the PostgreSQL of `npm ci`, and its Node as a file.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY mcp/package.json mcp/
COPY inbox/package.json inbox/
COPY dashboard/package.json dashboard/
COPY site/package.json site/
RUN npm ci --omit=dev && cp node_modules/node-linux-*/bin/node /node && npm ci --omit=dev --omit=optional

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=packages /node /usr/local/bin/node
COPY --from=packages /app ./
COPY --from=build /app/scripts/start.js /app/scripts/healthcheck.js scripts/
COPY --from=build /app/sdk/src sdk/src
COPY --from=build /app/cli/src cli/src
COPY --from=build /app/mcp/src mcp/src
COPY --from=build /app/server/src server/src
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/dashboard/dist dashboard/dist
COPY --from=build /app/site/dist site/dist
RUN install --directory --owner=1000 .cache
# The user `node` of the base, by number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
# Compiled code for this user, this Node and this flag: a start takes a third less processor time.
RUN NODE_COMPILE_CACHE=/app/.cache/compile node --max-semi-space-size=32 --eval 'import("/app/server/dist/" + fs.readFileSync("server/dist/current", "utf8") + "/service.mjs")'
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.js"]
CMD ["node", "--max-semi-space-size=32", "scripts/start.js"]
