{{- define "tidings.name" -}}
{{- $name := ternary .Release.Name (printf "%s-tidings" .Release.Name) (contains "tidings" .Release.Name) }}
{{- $name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "tidings.selector" -}}
app.kubernetes.io/name: tidings
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tidings.labels" -}}
{{ include "tidings.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The parts of a pod that all pods share. The volumes are last, because the role `smtp` has another. */}}
{{- define "tidings.pod" -}}
automountServiceAccountToken: false
# Kubernetes would set variables for each Service of the namespace, and the service refuses names close to its own.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.dnsConfig }}
dnsConfig: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secret.name }}
      defaultMode: 0440
{{- end }}

{{/* The parts of a container that all containers share. Its mounts are last, like the volumes. */}}
{{- define "tidings.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/tidings, readOnly: true }
{{- end }}

{{- define "tidings.variables" -}}
{{- range $name, $key := .Values.secret.files }}
- { name: {{ $name }}_FILE, value: /run/secrets/tidings/{{ $key }} }
{{- end }}
{{- range $name, $value := .Values.config }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- end }}
