# `npm start`: becomes the service. The Node that runs npm also runs the service if it is new enough (start.js names the version),
# otherwise the Node that `npm ci` installed. npm puts the installed one first into the PATH.
for node in "${npm_node_execpath:-node}" node; do
  version=$("$node" --version) || continue
  major=${version#v} minor=${version#*.}
  if [ $((${major%%.*} * 1000 + ${minor%%.*})) -ge 24007 ]; then break; fi
done
exec "$node" --max-semi-space-size=32 scripts/start.js
